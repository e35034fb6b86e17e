/**
 * Words that occur in nearly every sentence and say nothing about its subject. The English list is the one used
 * by PostgreSQL and Snowball. The Arabic one uses the normalized spelling of `arabic.ts`.
 */
const english = `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she
her hers herself it its itself they them their theirs themselves what which who whom this that these those am
is are was were be been being have has had having do does did doing a an the and but if or because as until
while of at by for with about against between into through during before after above below to from up down in
out on off over under again further then once here there when where why how all any both each few more most
other some such no nor not only own same so than too very s t can will just don should now`

const arabic = `من في علي الي عن مع هو هي هم هن انا نحن انت انتم هذا هذه ذلك تلك هولاء اوليك الذي التي الذين اللاتي ما
ماذا متي اين كيف كم لماذا هل اي ايه ان او ام ثم و ف ب ل ك لا لم لن قد كان كانت يكون تكون كانوا ليس كل
بعض بين عند عندما حتي اذا لو لكن غير بعد قبل حول منذ خلال فيها فيه منها منه به بها له لها لهم انه انها
كما مما حيث وهو وهي وقد ولا وفي ومن والتي والذي ماهو ماهي ماهم مهو مهي بماذا بم فيم فيما عم عما عمن ممن
ايا ايهم ايهما كيفما اينما عليه عليها عليهم اليه اليها اليهم منهم فيهم عنه عنها عنهم معه معها معهم لديه
لديها لدي اللذان اللذين اللتان اللتين اللواتي اللتي هاذا هذان هذين هاتان ذاك هناك هنالك هنا كنت كنا يكن
تكن ليست ليسوا سوف اما اذ الا بل حين حينما بينما كذلك لذلك ايضا مثل ضد نحو عبر دون بدون تم`

export const englishStopWords: ReadonlySet<string> = new Set(english.split(/\s+/))
const arabicWords: ReadonlySet<string> = new Set(arabic.split(/\s+/))

/** Includes words with the Arabic prefix for "and". */
export function isArabicStopWord(normalized: string): boolean {
  return arabicWords.has(normalized) || (normalized.startsWith('و') && arabicWords.has(normalized.slice(1)))
}
