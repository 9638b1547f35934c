import { PAGE_STYLE } from './login-page.ts';

export const WELCOME_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src 'self'; connect-src 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'";

/** After a login, while there is no web app: who one is, what one has and where to go. The page asks as the reader would. */
export const WELCOME_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lisura</title>
<style>
${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1 id="who">…</h1>
<p id="what"></p>
<a href="/api/docs">Open the reference</a>
<p><br>There you can try every call as the one you are here.
<a href="/api/auth/steam/login">Log in as somebody else</a></p>
</main>
<script>
  const show = (id, text) => { document.getElementById(id).textContent = text; };
  const read = async (path) => {
    const answer = await fetch(path);
    if (!answer.ok) throw answer.status;
    return answer.json();
  };
  Promise.all([read('/api/auth/me'), read('/api/user/balance')]).then(
    ([me, balance]) => {
      show('who', 'Hello, ' + me.username);
      show('what', (me.role === 'ADMIN' ? 'You are an administrator. ' : '') + 'Your balance is ' + balance.balanceFormatted + '.');
    },
    (status) => {
      show('who', status === 401 ? 'You are not logged in' : 'This does not work at the moment');
      show('what', status === 401 ? 'Log in to see who you are.' : 'Load the page again in a moment.');
    },
  );
</script>
</body>
</html>
`;
