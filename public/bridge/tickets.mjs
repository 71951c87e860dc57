// Tickets (wire.md §8): a browser can put no token on a WebSocket, so a page shows the token here and gets a ticket
// that is good for one connection. bridge.js loads this where the page has a token, or where no connection ever opened:
// a browser does not tell why a WebSocket was refused, and this does.

const session = new URLSearchParams(location.search).get('session') ?? 'default';
const TICKETS = new URL(`../v1/tickets?session=${encodeURIComponent(session)}&role=map`, import.meta.url);

/**
 * @param {string | null} token
 * @returns {Promise<{ticket?: string, why?: string, code?: number, wait?: number}>} the ticket; or why there will be
 *   none, and the HTTP status; or how many milliseconds to wait at least before asking again
 */
export async function askTicket(token) {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  const answer = await fetch(TICKETS, { method: 'POST', headers }).catch(() => null);
  const body = await answer?.json().catch(() => null);
  if (answer?.ok && body?.ticket) return { ticket: body.ticket };
  if (answer?.status !== 401 && answer?.status !== 403) {
    return { wait: Number(answer?.headers.get('Retry-After')) * 1000 || 0 };
  }
  const code = answer.status;
  if (!token && code === 401) return { why: 'the server wants a token: open this page with #token=…', code };
  const isOfToken = answer.headers.has('WWW-Authenticate');
  const refused = isOfToken ? 'does not accept the token of this page' : 'does not let this page in';
  return { why: `the server ${refused} (${code}): ${body?.detail}`, code };
}
