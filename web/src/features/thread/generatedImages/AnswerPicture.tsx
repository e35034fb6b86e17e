import { Suspense } from 'react'
import { loadLater } from '../../../ui/loadLater.tsx'

const GeneratedPicture = loadLater(async () => (await import('./GeneratedPicture.tsx')).default)

/** A picture of ours in an answer. Most answers have none, so what shows it is loaded when one does. */
export const AnswerPicture = (props: { path: string; alt: string }) => (
  <Suspense fallback={<span className="md-image" role="img" aria-label={props.alt} />}>
    <GeneratedPicture {...props} />
  </Suspense>
)
