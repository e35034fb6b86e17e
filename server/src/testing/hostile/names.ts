const deep = '../'.repeat(12)
const long = 'hostile'.repeat(40)

/**
 * Names of files that lead elsewhere, that mean something to a system or a program, or that are shown as what they
 * aren't. Most contain “hostile”, by which they are found wherever they end up.
 */
export const hostileNames: readonly string[] = [
  // Out of the folder
  `${deep}tmp/hostile-1.txt`,
  '../hostile-2.txt',
  '..\\..\\hostile-3.txt',
  '/tmp/hostile-4.txt',
  '/etc/cron.d/hostile-5.txt',
  '//tmp//hostile-6.txt',
  'C:\\hostile-7.txt',
  '\\\\127.0.0.1\\share\\hostile-8.txt',
  '..%2f..%2f..%2ftmp%2fhostile-9.txt',
  '%2e%2e%2fhostile-10.txt',
  '..%252f..%252fhostile-11.txt',
  '..%c0%af..%c0%afhostile-12.txt',
  '..\u2215..\u2215hostile-13.txt',
  '..\uff0f..\uff0fhostile-14.txt',
  '....//....//hostile-15.txt',
  '..;/hostile-16.txt',
  'a/../../../hostile-17.txt',
  'file:///tmp/hostile-18.txt',
  'http://127.0.0.1/hostile-19.txt',
  '~/hostile-20.txt',
  // Nothing, or only dots and spaces
  '.',
  '..',
  '...',
  ' ',
  '\u00a0',
  '\u200b',
  '/',
  '\\',
  // Characters that end or change what follows
  'hostile-21\u0000.txt',
  'hostile-22.txt\u0000.png',
  'hostile-23\r\nSet-Cookie: a=b.txt',
  'hostile-24\u001b[31m.txt',
  'hostile-25\u202etxt.exe',
  'hostile-26\u2066a\u2069.txt',
  'hostile-27\ufeff.txt',
  'hostile-28\u0007\u0008.txt',
  'hostile-29\t.txt',
  // Systems
  'CON',
  'nul.txt',
  'hostile-30.txt:stream',
  'hostile-31.txt::$DATA',
  'hostile-32.txt.',
  '.htaccess',
  '.env',
  'authorized_keys',
  // Programs
  '-rf hostile-33.txt',
  '--output=hostile-34.txt',
  '$(touch hostile-35).txt',
  '`touch hostile-36`.txt',
  'hostile-37; touch hostile.txt',
  'hostile-38 | tee hostile.txt',
  '<img src=x onerror=alert(1)>hostile-39.txt',
  '"><script>hostile-40</script>.txt',
  "hostile-41'; drop table file; --.txt",
  '{{7*7}}hostile-42.txt',
  '\u0024{jndi:ldap://127.0.0.1/hostile-43}.txt',
  '=HYPERLINK("http://127.0.0.1/","hostile-44").csv',
  '__proto__',
  'constructor',
  // Lengths and encodings
  `${long}.txt`,
  `${'a'.repeat(251)}.txt`,
  `${'\u{1f6a2}'.repeat(120)}.txt`,
  'e\u0301\u0302\u0303'.repeat(60),
  'hostile-45.pdf.exe.txt',
]
