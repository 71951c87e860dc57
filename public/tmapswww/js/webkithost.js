// @ts-check
/**
 * Tells an app that was written for pcmap what it waits for: it hears `mapReady` and `error` as JSON text on WebKit's
 * `mainMessageHandler`. TMaps apps have no such handler.
 */
export class WebKitHost {
  /**
   * @param {{webkit?: any}} host the window
   * @param {() => Promise<unknown>} load makes the page's `app`, which is called after `mapReady`
   */
  constructor(host, load) {
    this._host = host;
    this._load = load;
    this._saysReady = false;
  }

  /** @param {import('./dispatch.js').Action} action that goes to the app */
  heard({ type, error }) {
    if (!this._host.webkit?.messageHandlers?.mainMessageHandler) return;
    if (type === 'ERROR') this._post({ messageType: 'error', error: error.message });
    if (type !== 'MAP_LOADED' || this._saysReady) return;
    this._saysReady = true;
    this._load().then(() => this._post({ messageType: 'mapReady' }), (problem) => console.error(problem));
  }

  /** @param {{messageType: string, error?: string}} message */
  _post(message) {
    this._host.webkit.messageHandlers.mainMessageHandler.postMessage(JSON.stringify(message));
  }
}
