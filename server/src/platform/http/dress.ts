/** How a page looks from its first paint on: what a brand makes of it. */
export interface Dress {
  brandKey: string
  /** What the product is called on this page. */
  productName: string
  organizationName: string
  /** Where the About panel leads; null: to the notes that come with the product. */
  releaseNotesUrl: string | null
  /** CSS declarations for the root element, in either mode. */
  light: string
  dark: string
  /** Addresses of images; null for the product's own mark and the drawn splash. */
  logo: string | null
  splash: string | null
  icon: string
  loginAlignment: 'Left' | 'Center' | 'Right'
  /** What the page's program is told of its brand. */
  brand: unknown
}

/** What a page is asked for: its Host, its path, and a brand that its query names. */
interface PageAddress {
  host: string
  path: string
  brandKey: string | null
}

/** Never throws: a page without its brand is better than none. */
export type DressOf = (page: PageAddress) => Promise<Dress>
