import { ownImagePath } from '@parlance/contract/markdown/addresses'
import { useContext } from 'react'
import { usePicture } from '../pictures.ts'
import { SurroundingsContext } from './MarkdownSurroundings.ts'

/**
 * A picture from our own storage. Any other is shown only as its description, because loading it would tell its
 * host who reads this.
 */
export function OwnImage({ href, alt }: { href: string; alt: string }) {
  const { Picture = LoadedImage } = useContext(SurroundingsContext)
  const path = ownImagePath(href)
  return path ? <Picture path={path} alt={alt} /> : <span className="md-image-text">{alt}</span>
}

function LoadedImage({ path, alt }: { path: string; alt: string }) {
  const { loadImage } = useContext(SurroundingsContext)
  const { address, failed } = usePicture({ name: path, load: () => loadImage(path) })
  if (failed) return <span className="md-image-text">{alt}</span>
  // The box exists before the picture loads, so nothing below shifts.
  return (
    <span className="md-image" data-copied={alt}>
      {address ? <img src={address} alt={alt} /> : <span role="img" aria-label={alt} />}
    </span>
  )
}
