export const INTRODUCTION = `The API of Lisura, a provably fair item platform.

**Amounts** are whole cents of BRL in decimal strings, such as \`"1990"\`, since a JSON number is not exact past 2^53;
\`…Formatted\` beside them is for a person. **Ids** are 64-bit integers in strings. **Times** are ISO 8601 in UTC; days are
those of São Paulo.

**Errors** have the body \`{ statusCode, message, code, errors?, requestId? }\`. Programs go by \`code\`, which never
changes; \`message\` is for a person. A 400 with the code \`VALIDATION_FAILED\` lists every fault of the input with its
field. Nothing is ever half done: what was refused has changed nothing.

**Lists** take \`page\` and \`limit\` (20 unless asked, at most 100) and answer \`{ data, meta: { page, limit, total } }\`.
Long ones also take \`before\`, the last entry seen, which is fast however far the walk goes. The inventory and the
notifications take \`limit\` and \`offset\` instead.

**Sessions**: the session id travels in the cookie \`sessionId\` or as \`Authorization: Bearer <session id>\`. Open
[/api/auth/steam/login](/api/auth/steam/login) in this browser, and the reference is logged in too. Writes with the cookie
must come from a page of the platform.

**Repeating a write**: routes that move money or items take an \`Idempotency-Key\`, a text of your own making for each
intended act. The same request with the same key happens once within 24 hours: a repeat gets the first answer, refusals
too, with \`Idempotent-Replayed: true\`. The same key with another request is a 422.

**Seeds**: send a \`clientSeed\` of your own making with every play, drawn anew after you have seen the hash of the server
seed. Without one the server draws it, which proves less. [/verificar](/verificar) checks any roll.

**Limits**: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix seconds) tell where a caller
stands; over a limit the answer is 429 with \`Retry-After\`. Health has no limit.

**Sockets** tell what happens while it happens: [/api/events](/api/events) is how to connect and what is sent, and
[/api/asyncapi.json](/api/asyncapi.json) the same as AsyncAPI.`;
