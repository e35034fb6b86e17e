/** How a page looks from its first paint, as defined by its brand. */
export interface PageBrand {
  brandKey: string
  /** The product name on this page. */
  productName: string
  organizationName: string
  /** The target of the release notes link in the About panel; null for the notes that come with the product. */
  releaseNotesUrl: string | null
  /** CSS declarations for the root element, one set per mode. */
  light: string
  dark: string
  /** URLs of images; null for the product's own mark and the drawn splash. */
  logo: string | null
  splash: string | null
  icon: string
  loginAlignment: 'Left' | 'Center' | 'Right'
  /** What the page's scripts get to know about the brand. */
  brand: unknown
}

/** The requested page: its Host header, its path, and the brand named in its query. */
interface PageAddress {
  host: string
  path: string
  brandKey: string | null
}

/** Never throws, because a page without its brand is better than no page. */
export type PageBrandOf = (page: PageAddress) => Promise<PageBrand>
