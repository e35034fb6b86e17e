import { texts } from '../../../lang/texts.ts'

const en = {
  title: 'Sign in',
  heading: 'Sign in to {{name}}',
  lead: 'Chat with the agents at {{organization}}. Use your company account. No extra password needed.',
  leadPlain: 'Chat with your agents. Use your company account. No extra password needed.',
  continue: 'Continue with company account',
  leaving: 'Opening the sign-in page…',
  resuming: 'Signing you in…',
  initializing: 'Application is initializing, please wait...',
  language: 'Language',
  trouble: 'Trouble signing in?',
  troubleHelp:
    'Use your company account and password. If they’re rejected there, ask your administrator. If this page doesn’t go away, allow cookies and reload it.',
  insecure:
    'This URL isn’t secure, so your browser blocks sign-in. Open the page over HTTPS or, on this machine, at http://localhost.',
  unreachable: 'Can’t reach the server. Check your connection and try again.',
  ended: 'Your account is disabled. Ask an administrator.',
  refused:
    'Sign-in failed. Try again. If the problem continues, give this detail to an administrator: {{detail}}',
}

export const loginTexts = texts('login', en, { ar: () => import('./ar.ts') })
