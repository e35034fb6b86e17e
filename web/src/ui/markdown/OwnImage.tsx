import { useContext, useEffect, useState } from 'react'
import { ownImagePath } from './addresses.ts'
import { SurroundingsContext } from './MarkdownSurroundings.ts'

/**
 * A picture from our own storage. Any other is shown only as its description, because loading it would tell its
 * host who reads this.
 */
export function OwnImage({ href, alt }: { href: string; alt: string }) {
  const path = ownImagePath(href)
  return path ? <LoadedImage path={path} alt={alt} /> : <span className="md-image-text">{alt}</span>
}

function LoadedImage({ path, alt }: { path: string; alt: string }) {
  const { loadImage } = useContext(SurroundingsContext)
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    let current = true
    let address = ''
    loadImage(path).then(
      (loaded) => {
        address = loaded
        if (current) setShown(loaded)
        else URL.revokeObjectURL(loaded)
      },
      () => {},
    )
    return () => {
      current = false
      if (address.startsWith('blob:')) URL.revokeObjectURL(address)
    }
  }, [loadImage, path])
  // The box exists before the picture loads, so nothing below shifts.
  return (
    <span className="md-image">
      {shown ? <img src={shown} alt={alt} /> : <span role="img" aria-label={alt} />}
    </span>
  )
}
