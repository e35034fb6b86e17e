import { useId } from 'react'

/** The product's mark in the brand's colours. Decorative: the product's name stands beside it. */
export function Logo({ size = 26 }: { size?: number }) {
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
