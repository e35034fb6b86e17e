import type { announcements } from '@parlance/contract/announcements'
import type { Answer } from '@parlance/contract/endpoint'
import { jsonOf, successful, transport } from '../../../transport/transport.ts'
import { received, type ShownList } from './shownList.ts'

/** Without an account: the chat of a public page, or the page before sign-in. */
export type VisitorPage = 'PublicChat' | 'SignIn'

const PATH = '/api/internal/announcements/visitors'

/** Loads what people who aren’t signed in see on pages of a brand. */
export async function loadForVisitors(brandKey: string, page: VisitorPage): Promise<ShownList> {
  const response = await transport({ method: 'GET', path: PATH, query: { brandKey, page } })
  return received(await jsonOf<Answer<typeof announcements.listForVisitors>>(await successful(response)))
}
