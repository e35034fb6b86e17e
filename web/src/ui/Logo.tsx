import { useId, useState } from 'react'
import { useObservable } from '../base/useObservable.ts'
import { iconAddress, logoAddress, pageBrand } from '../theme/pageBrand.ts'
import './logo.css'

interface Props {
  size?: number
  /** The navigation uses a separate logo if the brand has one. */
  place?: 'page' | 'navigation'
}

/**
 * The brand's logo. If it is missing or fails to load, the instance's icon is used, and then the product's mark
 * in the brand's colors. Decorative, because the product name is next to it.
 */
export function Logo({ size = 26, place = 'page' }: Props) {
  const brand = useObservable(pageBrand)
  const [failed, setFailed] = useState<readonly string[]>([])
  const own = logoAddress(brand, place)
  // The login page already has the mark in its markup, and an image would appear later.
  const wanted = place === 'navigation' || own !== null ? [own, iconAddress(brand)] : []
  const address = wanted.find((one) => one !== null && !failed.includes(one))
  if (!address) return <Mark size={size} />
  return (
    <img
      className="brand-logo"
      src={address}
      alt=""
      height={size}
      // Only the icon's width is known in advance. Other logos have their own width.
      {...(address === own ? {} : { width: size })}
      onError={() => setFailed([...failed, address])}
    />
  )
}

/** The product's mark, in the colors of its surroundings. */
export function Mark({ size }: { size: number }) {
  const gradient = useId()
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <defs>
        <linearGradient id={gradient} x1="0" y1="0" x2="1" y2="1">
          <stop stopColor="var(--p-dark)" />
          <stop offset=".55" stopColor="var(--p-main)" />
          <stop offset="1" stopColor="var(--s-main)" />
        </linearGradient>
      </defs>
      <path
        fill={`url(#${gradient})`}
        d="M2 30V15C2 7.3 8 2 16 2s14 5.6 14 13.2S24 28.6 16 28.6c-2 0-4-.3-5.7-1z"
      />
      <path
        fill="#fff"
        d="M8.5 19.8v-4.3c0-2.6 1.7-4.500 4.600-5v2.300c-1.200.4-1.900 1.300-1.900 2.300h2.300v4.700zm8.500 0v-4.300c0-2.600 1.700-4.500 4.600-5v2.300c-1.200.4-1.900 1.300-1.900 2.300h2.300v4.700z"
      />
    </svg>
  )
}
