/** The labels around what people and agents wrote. */
export const exportTexts = {
  en: {
    exported: (when: string) => `Exported on ${when}`,
    with: (agent: string) => `Conversation with ${agent}`,
    unnamed: 'Unnamed Agent',
    sources: 'Sources',
    code: 'Code',
    chart: (description: string) => `[Chart: ${description}]`,
    file: (name: string) => `[File: ${name}]`,
    place: {
      page: (page: number) => `p. ${page}`,
      slide: (slide: number) => `slide ${slide}`,
      table: (table: number) => `table ${table}`,
      lines: (first: number, last: number) => (first === last ? `line ${first}` : `lines ${first}–${last}`),
    },
    askedOn: (title: string, url: string) => `Asked on: ${title} (${url})`,
    files: (names: string) => `Files: ${names}`,
    images: (images: number) => `Images: ${images}`,
    sentToTeam: (when: string, address: string) =>
      `Sent to the team on ${when}, to be answered at ${address}`,
    unfinished: {
      Pending: 'The answer is still being written.',
      Aborted: 'The answer was stopped.',
      Interrupted: 'The answer was interrupted.',
      Failed: 'The answer failed.',
    },
  },
  ar: {
    exported: (when: string) => `صُدِّرت في ${when}`,
    with: (agent: string) => `محادثة مع ${agent}`,
    unnamed: 'وكيل بلا اسم',
    sources: 'المصادر',
    code: 'الشيفرة',
    chart: (description: string) => `[رسم بياني: ${description}]`,
    file: (name: string) => `[ملف: ${name}]`,
    place: {
      page: (page: number) => `ص ${page}`,
      slide: (slide: number) => `الشريحة ${slide}`,
      table: (table: number) => `الجدول ${table}`,
      lines: (first: number, last: number) => (first === last ? `السطر ${first}` : `الأسطر ${first}–${last}`),
    },
    askedOn: (title: string, url: string) => `سُئل من الصفحة: ${title} (${url})`,
    files: (names: string) => `الملفات: ${names}`,
    images: (images: number) => `الصور: ${images}`,
    sentToTeam: (when: string, address: string) => `أُرسلت إلى الفريق في ${when}، والرد إلى ${address}`,
    unfinished: {
      Pending: 'ما زالت الإجابة تُكتب.',
      Aborted: 'أُوقفت الإجابة.',
      Interrupted: 'انقطعت الإجابة.',
      Failed: 'تعذّرت الإجابة.',
    },
  },
} as const

export type ExportLanguage = keyof typeof exportTexts
