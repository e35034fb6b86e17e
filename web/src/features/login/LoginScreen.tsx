import { ArrowRight, CircleAlert, LoaderCircle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useObservable } from '../../base/useObservable.ts'
import { auth } from '../../session/auth.ts'
import { pageBrand } from '../../theme/pageBrand.ts'
import { Logo } from '../../ui/Logo.tsx'
import { LoginFoot } from './LoginFoot.tsx'
import { loginTexts } from './lang/en.ts'
import { useLogin } from './useLogin.ts'

export function LoginScreen() {
  const t = loginTexts.useText()
  const { phase, error, leave } = useLogin()
  const { instanceSettings, healthCheckIssue } = useObservable(auth)
  const { organizationName } = instanceSettings
  // The page knows its name before the settings are loaded.
  const name = useObservable(pageBrand).productName || instanceSettings.name
  const button = useRef<HTMLButtonElement>(null)
  const waiting = healthCheckIssue ? t('initializing') : phase === 'resuming' ? t('resuming') : undefined

  useEffect(() => {
    document.title = `${t('title')} | ${name}`
  })
  // A blocked sign-in and a wait have no button. The button takes the focus when it appears.
  useEffect(() => {
    if (!waiting) button.current?.focus()
  }, [waiting])

  return (
    <section className="login-card">
      <Logo size={52} />
      <h1 className="h1">{t('heading', { name })}</h1>
      <p className="lead">
        {organizationName ? t('lead', { organization: organizationName }) : t('leadPlain')}
      </p>
      {(error || phase === 'insecure') && (
        <p className="strip e" role="alert">
          <CircleAlert size={16} />
          <span className="grow">
            {phase === 'insecure' || !error ? t('insecure') : errorTextOf(t, error)}
          </span>
        </p>
      )}
      {waiting ? (
        <p className="row wait" role="status">
          <LoaderCircle size={16} className="spin" />
          {waiting}
        </p>
      ) : (
        phase !== 'insecure' && (
          <button
            ref={button}
            type="button"
            className="btn pri lg"
            disabled={phase === 'leaving'}
            onClick={leave}
          >
            {phase === 'leaving' ? t('leaving') : t('continue')}
            <ArrowRight size={16} className="flip" />
          </button>
        )
      )}
      <LoginFoot />
    </section>
  )
}

type Text = ReturnType<typeof loginTexts.useText>
const errorTextOf = (t: Text, error: NonNullable<ReturnType<typeof useLogin>['error']>) =>
  error.kind === 'refused' ? t('refused', { detail: error.detail }) : t(error.kind)
