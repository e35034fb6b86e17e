import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useObservable } from '../../base/useObservable.ts'
import { loadLater } from '../../ui/loadLater.tsx'
import { closeExplainer, explainer } from '../openers/explainer.ts'

const ExplainPanel = loadLater(async () => (await import('./ExplainPanel.tsx')).ExplainPanel, {
  over: true,
})

/** Shows the access explainer over the page that opened it, and closes it when the user leaves that page. */
export function ExplainerHost() {
  const { subject } = useObservable(explainer)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per path.
  useEffect(() => closeExplainer, [pathname])
  return subject ? (
    <Suspense fallback={null}>
      <ExplainPanel {...subject} onClose={closeExplainer} />
    </Suspense>
  ) : null
}
