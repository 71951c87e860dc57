// Tells who stands before the page why it is not connected: by a panel when the server has ended the connection for
// good, by a small note while connecting takes long. bridge.js loads this into pages that ask for it (offerStatus). It
// lives in a shadow root: neither the bundle's styles nor these reach the other.
import { explain, inSession, wordsIn } from './statuswords.mjs';

/** A normal reconnect is over sooner (milliseconds). */
const NOTE_AFTER = 5_000;
const CONNECTED_SHOWS = 2_500;

const STYLE = `
:host { --card: #ffffff; --ink: #2e2d2a; --soft: #605d57; --line: #8d887e; --code: #f3f1ec; color-scheme: light; }
:host(.dark) { --card: #26292b; --ink: #eceae5; --soft: #b3b0a9; --line: #85888a; --code: #1b1d1e; color-scheme: dark; }
* { box-sizing: border-box; margin: 0; }
[hidden] { display: none !important; }
section, #note {
  position: fixed; z-index: 2147483000; width: fit-content; max-width: min(36em, 100vw - 24px); margin-inline: auto;
  border: 1px solid var(--line); background: var(--card); color: var(--ink); touch-action: manipulation;
  box-shadow: 0 2px 4px rgb(0 0 0 / 12%), 0 8px 28px rgb(0 0 0 / 16%); font-family: system-ui, sans-serif;
}
section { inset-inline: 12px; font-size: clamp(15px, 2.1vmin, 36px); line-height: 1.4; padding: 1em 1.2em 1.1em;
  border-radius: .9em; overflow-y: auto; max-height: calc(100% - 24px); user-select: text; }
section.middle { top: 50%; transform: translateY(-50%); }
section:not(.middle), #note { bottom: calc(12px + env(safe-area-inset-bottom) + var(--popup-lift, 0px)); }
#title { font-size: 1.4em; font-weight: 650; line-height: 1.25; text-wrap: balance; }
#advice { margin-top: .45em; }
code { display: block; margin-top: .45em; padding: .45em .7em; border-radius: .4em; background: var(--code);
  font: .93em ui-monospace, monospace; overflow-wrap: anywhere; text-align: left; }
#reason { margin-top: .7em; color: var(--soft); font-size: .87em; overflow-wrap: anywhere; text-align: left; }
#buttons { display: flex; flex-wrap: wrap; gap: .6em; margin-top: 1em; }
button { min-height: max(44px, 2.4em); padding: .3em 1.2em; border: 1px solid var(--line); border-radius: .55em;
  background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
#again { border-color: var(--ink); background: var(--ink); color: var(--card); }
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
#note { inset-inline: 12px; padding: .45em 1em; border-radius: 1.3em; color: var(--soft);
  font-size: clamp(13px, 1.5vmin, 26px); line-height: 1.35; text-align: center; }
#note button { min-height: 0; margin: -.45em -1em; padding: .45em 1em; border: 0; border-radius: 1.3em; }
`;

class Status {
  _isHidden = false;
  _isNoted = false;
  _timer;

  /** @param {any} bridge `__bridge__` */
  constructor(bridge) {
    this._bridge = bridge;
    this._host = make('div', { id: 'bridge-status' });
    const root = this._host.attachShadow({ mode: 'open' });
    root.append(make('style', { textContent: STYLE }), ...this._makePanel(), this._note = make('div', { id: 'note' }));
    this._note.setAttribute('role', 'status');
    this._note.hidden = true;
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this._dress());
    addEventListener('bridgechange', () => this.update());
  }

  _makePanel() {
    const button = (id, onClick) => make('button', { id, type: 'button', onclick: onClick });
    this._title = make('p', { id: 'title' });
    this._advice = make('p', { id: 'advice' });
    this._command = make('code', { dir: 'ltr' });
    this._reason = make('p', { id: 'reason', dir: 'ltr', lang: 'en' });
    this._again = button('again', () => location.reload());
    this._hide = button('hide', () => this._hidden(true));
    const alert = make('div');
    alert.setAttribute('role', 'alert');
    alert.append(this._title, this._advice, this._command, this._reason);
    const buttons = make('div', { id: 'buttons' });
    buttons.append(this._again, this._hide);
    this._panel = make('section', { hidden: true });
    this._panel.setAttribute('aria-labelledby', 'title');
    this._panel.addEventListener('keydown', ({ key }) => { if (key === 'Escape') this._hidden(true); });
    this._panel.append(alert, buttons);
    return [this._panel];
  }

  /** What it says follows the bridge's state. */
  update() {
    const { state, connections } = this._bridge;
    if (state === 'stopped') return this._stopped();
    if (state === 'open') return this._opened();
    // Where it has never been connected, this was loaded because that has lasted already.
    this._timer ??= setTimeout(() => this._waiting(), connections === 0 ? 0 : NOTE_AFTER);
  }

  _opened() {
    clearTimeout(this._timer);
    this._timer = undefined;
    if (!this._isNoted) return;
    this._isNoted = false;
    this._say(this._dress().connected);
    this._timer = setTimeout(() => {
      this._timer = undefined;
      this._say('');
      this.update();
    }, CONNECTED_SHOWS);
  }

  async _waiting() {
    const { session, connections } = this._bridge;
    const words = this._dress();
    this._isNoted = true;
    this._say(connections > 0 ? words.again : words.connecting);
    if (connections > 0) return;
    const answer = await fetch(new URL(`../v1/sessions/${session}`, import.meta.url)).catch(() => null);
    const { state } = this._bridge;
    if (!answer || answer.status >= 500 || state === 'open' || state === 'stopped') return;
    this._say(inSession(answer.status === 404 ? words.noSession : words.noSocket, session));
  }

  _stopped() {
    clearTimeout(this._timer);
    const words = this._dress();
    const { title, advice, command } = explain(this._bridge, words);
    this._say('');
    this._panel.classList.toggle('middle', !this._bridge.loaded);
    this._panel.hidden = false;
    this._again.textContent = words.tryAgain;
    this._hide.textContent = words.hide;
    this._command.hidden = command === '';
    this._command.textContent = command;
    this._reason.textContent = this._bridge.stopped;
    this._advice.textContent = advice;
    this._title.textContent = title;
  }

  /** A button brings the panel back, for the next one who looks after the screen. @param {boolean} isHidden */
  _hidden(isHidden) {
    this._panel.hidden = isHidden;
    this._say('');
    if (!isHidden) return this._again.focus();
    const show = make('button', { type: 'button', textContent: this._dress().stopped });
    show.addEventListener('click', () => this._hidden(false));
    this._note.append(show);
    this._note.hidden = false;
    show.focus();
  }

  /** @param {string} text */
  _say(text) {
    this._note.textContent = text;
    this._note.hidden = text === '';
  }

  /** Puts it into the page, in its language and colours. */
  _dress() {
    const { dataset, lang } = document.documentElement;
    const scheme = dataset.scheme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    this._host.classList.toggle('dark', scheme === 'dark');
    if (!this._host.isConnected) document.body.append(this._host);
    return wordsIn(lang);
  }
}

/** @param {string} tag @param {Record<string, any>} [properties] */
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

if (!document.body) await new Promise((resolve) => { addEventListener('DOMContentLoaded', resolve); });
new Status(/** @type {any} */ (window).__bridge__).update();
