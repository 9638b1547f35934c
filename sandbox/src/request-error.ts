/** A request that the sandbox refuses, with a sentence for whoever made it. The server renders it. */
export function requestError(message: string): Error {
  return Object.assign(new Error(message), { statusCode: 400 });
}
