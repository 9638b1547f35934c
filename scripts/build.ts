/** `npm run build`, which `npm ci` runs, builds the web app and puts the server together in few files. */
import '../web/build/main.ts';
import '../api/build/main.ts';
