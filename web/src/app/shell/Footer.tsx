import { Link } from '@tanstack/react-router';
import { Logo } from '../../shared/icons/Logo.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Footer.module.css';
import { shellTexts } from './texts.ts';

export function Footer() {
  const { footer } = useTexts(shellTexts);
  return (
    <footer className={classes.footer}>
      <div className={classes.inside}>
        <div className={classes.about}>
          <Logo />
          <p>{footer.about}</p>
        </div>
        <nav className={classes.links}>
          <Link to="/verificar">{footer.verify}</Link>
          <a href="/api/docs">{footer.reference}</a>
        </nav>
        <div className={classes.care}>
          <p>{footer.adults}</p>
          <p>{footer.help}</p>
        </div>
      </div>
    </footer>
  );
}
