export default {
  title: 'Login',
  heading: 'Sign in to {{name}}',
  lead: 'Chat with the agents of {{organization}}. You use your company account; no extra password.',
  leadPlain: 'Chat with your agents. You use your company account; no extra password.',
  continue: 'Continue with company account',
  leaving: 'Opening the sign-in page…',
  resuming: 'Signing you in…',
  initializing: 'Application is initializing, please wait...',
  language: 'Language',
  trouble: 'Trouble signing in?',
  troubleHelp:
    'Use the account and password of your company. If they are refused there, ask your administrator; if this page stays, allow cookies and reload it.',
  insecure:
    'This address is not secure, so the browser blocks signing in. Open the page over https, or on this machine as http://localhost.',
  unreachable: 'The server could not be reached. Check your connection and try again.',
  ended: 'Your access has ended: this account is disabled. Ask an administrator.',
  refused:
    'The sign-in did not complete. Try again; if it stays, give an administrator this detail: {{detail}}',
}
