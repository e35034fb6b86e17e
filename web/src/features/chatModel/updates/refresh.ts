import { type ApiDispatch, api, type tagTypes } from '../../../api/api.ts'

interface Tag {
  type: (typeof tagTypes)[number]
  id?: string
}
type Root = Parameters<typeof api.util.selectInvalidatedBy>[0]

/** How long changes are collected. Meanwhile this page reloads what it has changed itself. */
const GATHER_MS = 300

/** Reloads data that has changed elsewhere, unless it has been loaded since. */
export class Refresh {
  private readonly waiting = new Map<string, { tag: Tag; at: number }>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly dispatch: ApiDispatch
  private readonly state: () => Root

  constructor(dispatch: ApiDispatch, state: () => Root) {
    this.dispatch = dispatch
    this.state = state
  }

  later(...tags: Tag[]): void {
    const at = Date.now()
    for (const tag of tags) this.waiting.set(`${tag.type} ${tag.id ?? ''}`, { tag, at })
    this.timer ??= setTimeout(() => this.now(), GATHER_MS)
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  private now(): void {
    this.timer = undefined
    const stale = [...this.waiting.values()]
      .filter(({ tag, at }) => this.isStale(tag, at))
      .map(({ tag }) => tag)
    this.waiting.clear()
    if (stale.length > 0) this.dispatch(api.util.invalidateTags(stale))
  }

  private isStale(tag: Tag, since: number): boolean {
    const state = this.state()
    return api.util
      .selectInvalidatedBy(state, [tag])
      .some(({ queryCacheKey }) => (state.api.queries[queryCacheKey]?.startedTimeStamp ?? 0) < since)
  }
}
