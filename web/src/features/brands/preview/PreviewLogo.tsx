import { useState } from 'react'
import { fileAddress } from '../../../theme/pageBrand.ts'
import { Mark } from '../../../ui/Logo.tsx'

interface Props {
  shownBy: string
  /** Candidates in order. The first that isn't null is used. */
  files: readonly (string | null)[]
  size: number
}

/** The logo as on the real screens: the image, or the product's mark in the brand's colors. */
export function PreviewLogo({ shownBy, files, size }: Props) {
  const file = files.find((one) => one !== null) ?? null
  const [failed, setFailed] = useState<string>()
  if (file === null || file === failed) return <Mark size={size} />
  return (
    <img
      className="brand-logo"
      src={fileAddress(shownBy, file)}
      alt=""
      height={size}
      onError={() => setFailed(file)}
    />
  )
}
