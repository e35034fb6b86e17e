/** The upper half of the character set of MS-DOS, in which older programs write the names in archives. */
const upperHalf = [
  ...('ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ' +
    'áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
    'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'),
]

export const decodeCp437 = (bytes: Buffer): string =>
  [...bytes].map((byte) => (byte < 128 ? String.fromCharCode(byte) : upperHalf[byte - 128])).join('')
