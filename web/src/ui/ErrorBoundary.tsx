import { Component, type ReactNode } from 'react'
import { reportError } from '../transport/errorReports.ts'
import { uiTexts } from './lang/en.ts'

interface Props {
  children: ReactNode
  /** The part of the page, for error reports. */
  component: string
  /** The fallback. Without it, the generic error screen appears. */
  instead?: ReactNode
  /** Resets the boundary when it changes, because another page isn't affected. */
  of?: string
}

interface State {
  failed: boolean
  of: string | undefined
}

/** Contains rendering errors in one part of the page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, of: this.props.of }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ of }: Props, state: State): State | null {
    return of === state.of ? null : { failed: false, of }
  }

  override componentDidCatch(error: unknown) {
    reportError(this.props.component, error)
  }

  override render() {
    const { children, instead = <ErrorScreen /> } = this.props
    return this.state.failed ? instead : children
  }
}

function ErrorScreen() {
  const t = uiTexts.text
  return (
    <div className="crash" role="alert">
      <svg width="96" height="40" viewBox="0 0 96 40" aria-hidden="true">
        <path d="M0 0h32a32 32 0 0 1-32 32z" fill="var(--p-main)" />
        <path d="M40 8h24v24a24 24 0 0 1-24-24z" fill="var(--s-main)" />
        <path d="M96 16v24h-24a24 24 0 0 1 24-24z" fill="var(--p-light)" />
      </svg>
      <p>{t('crash')}</p>
      <button type="button" className="btn pri sm" onClick={() => location.reload()}>
        {t('reload')}
      </button>
    </div>
  )
}
