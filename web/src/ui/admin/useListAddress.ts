import { client } from '@parlance/contract/limits'
import { useEffect, useRef, useState } from 'react'
import { useAddressParams } from '../addressParams.ts'
import { nextSort, readAddress, withAddress } from './listAddress.ts'

export interface ListControl {
  /** The values requested from the server. */
  search: string
  sort: string
  /** The text in the field. The search follows when typing pauses. */
  typed: string
  setTyped: (typed: string) => void
  clear: () => void
  toggleSort: (column: string) => void
  setSort: (sort: string) => void
}

/** Keeps a list's search and sort order in the URL, so a reload and the back button show the same list. */
export function useListAddress(sorts: readonly string[], usual: string): ListControl {
  const [params, changeParams] = useAddressParams()
  const { search, sort } = readAddress(params, sorts, usual)
  const [typed, setTyped] = useState(search)
  const written = useRef(search)
  const put = useRef((_: { search?: string; sort?: string }) => {})
  useEffect(() => {
    put.current = (change) => changeParams((now) => withAddress(now, change, usual))
  })

  // The back button changes the URL without the field.
  useEffect(() => {
    if (search === written.current) return
    written.current = search
    setTyped(search)
  }, [search])
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === written.current) return
    const look = () => {
      written.current = wanted
      put.current({ search: wanted })
    }
    // Clearing the field shows all rows at once.
    if (wanted === '') return look()
    const timer = setTimeout(look, client.titleSearchDebounceMs)
    return () => clearTimeout(timer)
  }, [typed])

  return {
    search,
    sort,
    typed,
    setTyped,
    clear: () => setTyped(''),
    toggleSort: (column) => put.current({ sort: nextSort(sort, column) }),
    setSort: (wanted) => put.current({ sort: wanted }),
  }
}
