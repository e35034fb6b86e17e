/** What a file system, or someone who reads the name, could take for something else. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]/gu
const LONGEST = 120

/** Returns a name that every file system accepts as one name. */
export function fileNameOf(given: string): string {
  let name = given
    .toWellFormed()
    .replace(unsafe, '_')
    .replace(/^[. ]+/, '')
  while (name.endsWith('.') || name.endsWith(' ')) name = name.slice(0, -1)
  const end = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  const whole = name.length > LONGEST ? name.slice(0, LONGEST - end.length).toWellFormed() + end : name
  if (whole === '') return 'file'
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(whole) ? `_${whole}` : whole
}
