import { useState } from 'react'
import { localStored } from '../../../base/storage.ts'

const KEY = 'dashboardTables'

function storedTables(): string[] {
  const stored = localStored.read<unknown>(KEY)
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
}

/** Whether a chart is shown as a table. Each browser remembers it, because some people always need tables. */
export function useTableView(chart: string): [asTable: boolean, toggle: () => void] {
  const [asTable, setAsTable] = useState(() => storedTables().includes(chart))
  const toggle = () => {
    const others = storedTables().filter((one) => one !== chart)
    localStored.write(KEY, asTable ? others : [...others, chart])
    setAsTable(!asTable)
  }
  return [asTable, toggle]
}
