/** What the server has against a request, in words. @param {Response} answer @returns {Promise<string>} */
export async function problem(answer) {
  const { detail } = await answer.json().catch(() => ({}));
  return `${answer.status}: ${detail ?? answer.statusText}`;
}
