/** The sandbox refuses a request with a sentence for its sender, which the server renders. */
export function requestError(message: string): Error {
  return Object.assign(new Error(message), { statusCode: 400 });
}
