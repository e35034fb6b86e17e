/** Saves a file through the browser under the given name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken over the URL when the click returns. The extra delay is harmless.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
