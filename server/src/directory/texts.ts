import type { IncomingMessage } from 'node:http'

export const languages = {
  en: { name: 'English', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
} as const
export type Language = keyof typeof languages

const en = {
  title: 'Sign in to {product}',
  lead: 'Use the username and password of your company account.',
  userName: 'Username',
  password: 'Password',
  signIn: 'Sign in',
  demo: 'Demo: sign in as {users} with the password {password}.',
  or: 'or',
  comma: ', ',
  wrong: 'The username or password is incorrect. Check both and try again.',
  tooMany: 'Too many attempts. Wait 15 minutes and try again.',
  demoRefusedTitle: 'Demo accounts work only on this computer',
  demoRefused:
    'This page was opened through a proxy, a tunnel, or another host name. The demo password is public, so demo accounts can sign in only on the computer that runs {product}. Open {product} there at its localhost URL, or connect your company directory.',
  expiredTitle: 'This sign-in has expired',
  expired: 'Go back to {product} and sign in again.',
  badRequestTitle: 'This sign-in request is invalid',
  badRequest: 'Go back to {product} and sign in again. If the problem continues, tell your administrator.',
  failedTitle: 'Sign-in failed',
  failed: 'Something went wrong on our side. Wait a moment, then go back to {product} and sign in again.',
  signedOutTitle: 'You’re signed out',
  signedOut: 'You can close this page.',
  signOutTitle: 'Sign out of {product}?',
  signOutLead: 'You’ll need your password to sign in again.',
  signOut: 'Sign out',
  back: 'Back to {product}',
  passwordTitle: 'Choose a password',
  passwordLead: 'You’ll use it to sign in to {product}.',
  passwordRules:
    'Use at least 12 characters of any kind. Don’t use your username or a common password, even with a few characters added.',
  linkCode: 'Code',
  linkCodeHint: 'The part of your link after the # sign.',
  newPassword: 'New password',
  repeatPassword: 'Repeat new password',
  setPassword: 'Set password',
  tooShort: 'This password has fewer than 12 characters. Choose a longer one.',
  tooLong: 'This password has more than 128 characters. Choose a shorter one.',
  tooEasy: 'This password is too easy to guess. Choose another one.',
  notTheSame: 'The passwords don’t match. Enter it again.',
  linkEndedTitle: 'This link no longer works',
  linkEnded: 'A link works only once and for 30 minutes. Ask your administrator for a new one.',
  passwordSetTitle: 'Your password is set',
  passwordSet: 'Sign in to {product} with your username and new password.',
}
export type Text = keyof typeof en

const ar: Record<Text, string> = {
  title: 'تسجيل الدخول إلى {product}',
  lead: 'استخدم اسم المستخدم وكلمة المرور لحسابك في الشركة.',
  userName: 'اسم المستخدم',
  password: 'كلمة المرور',
  signIn: 'تسجيل الدخول',
  demo: 'نسخة تجريبية: سجّل الدخول باسم {users} وبكلمة المرور {password}.',
  or: 'أو',
  comma: '، ',
  wrong: 'اسم المستخدم أو كلمة المرور غير صحيح. تحقّق من كليهما وحاول مرة أخرى.',
  tooMany: 'محاولات كثيرة جدًا. انتظر 15 دقيقة ثم حاول مرة أخرى.',
  demoRefusedTitle: 'الحسابات التجريبية تعمل على هذا الحاسوب فقط',
  demoRefused:
    'فُتحت هذه الصفحة عبر وكيل أو نفق أو باسم مضيف آخر. كلمة مرور الحسابات التجريبية معلنة للجميع، ولذلك لا يمكن الدخول بها إلا على الحاسوب الذي يعمل عليه {product}. افتح {product} هناك بعنوان localhost، أو اربط دليل شركتك.',
  expiredTitle: 'انتهت صلاحية محاولة الدخول هذه',
  expired: 'عُد إلى {product} وسجّل الدخول مرة أخرى.',
  badRequestTitle: 'طلب تسجيل الدخول هذا غير صالح',
  badRequest: 'عُد إلى {product} وسجّل الدخول مرة أخرى. إذا استمرت المشكلة فأبلغ المسؤول.',
  failedTitle: 'تعذّر تسجيل الدخول',
  failed: 'حدث خطأ من جهتنا. انتظر قليلًا ثم عُد إلى {product} وسجّل الدخول مرة أخرى.',
  signedOutTitle: 'تم تسجيل خروجك',
  signedOut: 'يمكنك إغلاق هذه الصفحة.',
  signOutTitle: 'هل تريد تسجيل الخروج من {product}؟',
  signOutLead: 'ستحتاج إلى كلمة المرور لتسجيل الدخول مرة أخرى.',
  signOut: 'تسجيل الخروج',
  back: 'العودة إلى {product}',
  passwordTitle: 'اختر كلمة مرور',
  passwordLead: 'ستستخدمها من الآن فصاعدًا لتسجيل الدخول إلى {product}.',
  passwordRules:
    '12 حرفًا أو رمزًا على الأقل من أي نوع. لا تستخدم اسم المستخدم ولا كلمة مرور شائعة، حتى مع إضافة بضعة رموز إليها.',
  linkCode: 'الرمز',
  linkCodeHint: 'الجزء الذي يلي العلامة # في رابطك.',
  newPassword: 'كلمة المرور الجديدة',
  repeatPassword: 'أعد كلمة المرور الجديدة',
  setPassword: 'تعيين كلمة المرور',
  tooShort: 'كلمة المرور هذه أقصر من 12 حرفًا. اختر كلمة أطول.',
  tooLong: 'كلمة المرور هذه أطول من 128 حرفًا. اختر كلمة أقصر.',
  tooEasy: 'كلمة المرور هذه سهلة التخمين. اختر كلمة أخرى.',
  notTheSame: 'كلمتا المرور غير متطابقتين. أدخلها مرة أخرى.',
  linkEndedTitle: 'لم يعد هذا الرابط صالحًا',
  linkEnded: 'يعمل الرابط مرة واحدة ولمدة 30 دقيقة. اطلب من المسؤول رابطًا جديدًا.',
  passwordSetTitle: 'تم تعيين كلمة المرور',
  passwordSet: 'سجّل الدخول إلى {product} باسم المستخدم وكلمة المرور الجديدة.',
}

export const texts: Record<Language, Record<Text, string>> = { en, ar }

export const languageCookie = 'directory-language'

/**
 * Returns the language of a page. The one chosen on the page comes first, then the product's request, the
 * earlier choice, and the browser's languages.
 */
export function languageOf(request: IncomingMessage, uiLocales?: string): Language {
  const query = URL.parse(request.url ?? '/', 'http://localhost')?.searchParams
  const cookie = new RegExp(`(?:^|;\\s*)${languageCookie}=(\\w+)`).exec(request.headers.cookie ?? '')?.[1]
  const wanted = [
    query?.get('lang') ?? '',
    uiLocales ?? query?.get('ui_locales') ?? '',
    cookie ?? '',
    request.headers['accept-language'] ?? '',
  ]
  for (const list of wanted) {
    const found = list
      .split(/[\s,]+/)
      .map((item) => item.slice(0, 2).toLowerCase())
      .find((code) => code in languages)
    if (found) return found as Language
  }
  return 'en'
}
