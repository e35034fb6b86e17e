/**
 * Returns the smallest ID that could be created at a time. IDs start with the milliseconds since 1970 (UUID
 * version 7), so everything created since then is a range of the primary key.
 */
export function firstIdAt(time: Date): string {
  const milliseconds = time.getTime().toString(16).padStart(12, '0')
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7000-8000-000000000000`
}
