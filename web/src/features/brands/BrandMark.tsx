import { useState } from 'react'
import { fileAddress } from '../../theme/pageBrand.ts'

interface Props {
  brandKey: string
  logo: string | null
  colors: { primary: string; secondary: string }
  size?: number
}

/** A brand's logo, or quarter circles in its colors if it has none. */
export function BrandMark({ brandKey, logo, colors, size = 32 }: Props) {
  const [failed, setFailed] = useState<string>()
  if (logo !== null && logo !== failed) {
    return (
      <img
        className="brand-mark"
        src={fileAddress(brandKey, logo)}
        alt=""
        width={size}
        height={size}
        onError={() => setFailed(logo)}
      />
    )
  }
  return (
    <svg className="brand-mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill={colors.primary} fillOpacity="0.14" />
      <path d="M6 6h10a10 10 0 0 1-10 10z" fill={colors.primary} />
      <path d="M16 6h10v10a10 10 0 0 1-10-10z" fill={colors.secondary} />
      <path d="M6 16a10 10 0 0 1 10 10h-10z" fill={colors.secondary} />
      <path d="M26 16v10h-10a10 10 0 0 1 10-10z" fill={colors.primary} />
    </svg>
  )
}
