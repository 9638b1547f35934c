import { PAGE_STYLE } from './login-page.ts';

export const WELCOME_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src 'self'; connect-src 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'";

/** After a login, while there is no web app: who one is, what one has and where to go. The page asks as the reader would. */
export const WELCOME_PAGE = `<!doctype html>
<html lang="pt-BR">
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
<a href="/api/docs">Abrir a referência da API</a>
<p><br>Lá você pode testar cada chamada com a conta em que entrou aqui.
<a href="/api/auth/steam/login">Entrar com outra conta</a></p>
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
      show('who', 'Olá, ' + me.username);
      show('what', (me.role === 'ADMIN' ? 'Você é administrador. ' : '') + 'Seu saldo é de ' + balance.balanceFormatted + '.');
    },
    (status) => {
      show('who', status === 401 ? 'Você não entrou' : 'Isto não funciona no momento');
      show('what', status === 401 ? 'Entre para ver a sua conta.' : 'Recarregue a página em instantes.');
    },
  );
</script>
</body>
</html>
`;
