import { Component, type ReactNode } from 'react'
import { uiTexts } from './uiTexts.ts'

/** The generic error screen in place of a part of the page that failed. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <ErrorScreen /> : this.props.children
  }
}

export function ErrorScreen() {
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
