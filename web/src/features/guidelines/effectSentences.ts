import type { GuidelinesEffect } from './data/api.ts'
import type { GuidelinesTexts } from './lang/en.ts'

/** What publishing does, in plain words. */
export function effectSentences(
  { people, acceptedBefore, asked, publicPages }: GuidelinesEffect,
  requireConsent: boolean,
  t: GuidelinesTexts,
): string[] {
  if (!requireConsent) return [people > 0 ? t('effectRead', { count: people }) : t('effectNoOne')]
  const isAgain = acceptedBefore > 0 && acceptedBefore === asked
  return [
    asked === 0 ? t('effectNoOne') : t(isAgain ? 'effectAgain' : 'effectAsked', { count: asked }),
    ...(acceptedBefore > 0 && !isAgain ? [t('effectSome', { count: acceptedBefore })] : []),
    ...(publicPages > 0 ? [t('effectPublic', { count: publicPages })] : []),
  ]
}
