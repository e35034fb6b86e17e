/** Returns the result of `asked`, or null if it takes longer than `ms`. */
export async function inTime<T>(ms: number, asked: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null)
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
