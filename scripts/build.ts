/** `npm run build`, which `npm ci` runs too: the web app, and the server in few files. */
import '../web/build/main.ts';
import '../api/build/main.ts';
