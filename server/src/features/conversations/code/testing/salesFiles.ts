/** Returns numbers from 0 to 1 that are the same for each seed (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export interface Customer {
  id: number
  name: string
  country: string
}

export interface Order {
  id: number
  /** Of no customer for some. */
  customer: number
  day: string
  category: string
  amount: number
  /** Missing for some. */
  rating: number | null
}

const countries = ['Germany', 'Egypt', 'France', 'Japan']
const categories = ['Paper', 'Ink', 'Pens']

/** Customers and their orders of a year. */
export function salesOf(seed: number, orders = 400): { customers: Customer[]; orders: Order[] } {
  const next = seededNumbers(seed)
  const of = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  const customers = Array.from({ length: 40 }, (_, at) => ({
    id: at + 1,
    name: `Customer ${at + 1}`,
    country: of(countries),
  }))
  return {
    customers,
    orders: Array.from({ length: orders }, (_, at) => ({
      id: at + 1,
      customer: 1 + Math.floor(next() * 43),
      day: new Date(Date.UTC(2025, 0, 1 + Math.floor(next() * 365))).toISOString().slice(0, 10),
      category: of(categories),
      amount: Math.round(next() * 50_000) / 100,
      rating: next() < 0.2 ? null : 1 + Math.floor(next() * 5),
    })),
  }
}

/** Returns rows as CSV with a header. Null is an empty field. */
export function csvOf<T extends object>(rows: readonly T[], separator = ','): string {
  const [first] = rows
  const names = Object.keys(first ?? {}) as (keyof T & string)[]
  const lines = rows.map((row) => names.map((name) => row[name] ?? '').join(separator))
  return `${[names.join(separator), ...lines].join('\n')}\n`
}
