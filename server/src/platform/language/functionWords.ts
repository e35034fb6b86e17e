import { englishStopWords } from './stopWords.ts'

/**
 * Words that say how something is asked, not what about, by language. They are dropped only from questions: in a
 * document of another language, the same letters can be a word with meaning, such as "war" or "die".
 */
const spaced = {
  ar: `أحد إحدى العديد الشيء الشئ بأي بأية بعض بواسطة تستطيع توجد تكون جميع حسب حوالي خاصة طبقا طبقًا كلا لأي لمن ليكون ماالذي
    مالذي مالتي هما وفقا وفقًا وما يتم يستطيع يكون يمكن يوجد`,
  de: `aber alle allem allen aller alles als also am an andere anderem anderen anderer anderes auch auf aus bei
    beim bis da dabei dadurch dafür dagegen daher damit danach daran darauf daraus darin das dass dazu dem den
    denn der deren derer des dessen die dies diese diesem diesen dieser dieses doch dort durch ein eine einem
    einen einer eines er es etwas für gab gegen gibt habe haben hat hatte hatten hier ich ihm ihn ihnen ihr ihre
    ihrem ihren ihrer ihres im in ins ist ja jede jedem jeden jeder jedes kann kein keine keinem keinen keiner
    können konnte konnten könnte man mein meine mir mit muss müssen nach neben nicht noch nun nur ob oder ohne
    sehr sein seine seinem seinen seiner seines selbst sich sie sind so soll sollte sollten sondern über um und
    uns unser unsere unter viel viele vielen vom von vor war waren warum was weil welche welchem welchen welcher
    welches wem wen wenn wer werde werden weshalb wessen wie wieso will wir wird wo wobei wodurch wofür woher
    wohin womit wonach woran worauf woraus worin worüber worum wovon wozu wurde wurden würde würden zu zum zur
    zwischen während wann`,
  fr: `a ai alors après au aucun aucune aussi autre autres aux avait avant avec avez avoir c ce cela celle celles
    celui ces cet cette ceux chaque chez comme comment combien d dans de depuis des dont du elle elles en entre
    est et était étaient été être eu eux fait il ils j je l la laquelle le lequel les lesquelles lesquels leur
    leurs lors lui m ma mais me même mes mon n ne ni nos notre nous on ont ou où par pas pendant peut peuvent
    plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se selon ses si son sont sous
    sur t tous tout toute toutes très tu un une vers vos votre vous y à ça`,
  es: `a al algo algún alguna algunas alguno algunos ante antes aquel aquella así aún cada como cómo con contra
    cual cuál cuáles cuales cualquier cuando cuándo cuánta cuántas cuánto cuántos de del desde después donde dónde
    dos durante e el él ella ellas ellos en entre era eran es esa esas ese eso esos esta está están estas este
    esto estos fue fueron ha había han hasta hay la las le les lo los más me mi mis mucho muchos muy ni no nos
    nosotros o otra otras otro otros para pero poco por porque puede pueden qué que quien quién quienes quiénes
    se sea según ser si sí sido sin sobre son su sus también tan tanto te tiene tienen tu tus un una unas uno
    unos y ya yo`,
  it: `a ad ai al alla alle allo anche anno avere c che chi ci come con cosa cui d da dai dal dalla dalle dei del
    della delle dello di dopo dove due e è ed era erano essere fra fu furono gli ha hanno i il in io l la le lei
    li lo loro lui ma mi mio ne nei nel nella nelle nello no noi non o ogni per perché più può quale quali quando
    quanta quante quanti quanto quella quelle quello questa queste questi questo se sei si sia sono sta stata
    stati stato su sua sue sui sul sulla sulle suo suoi tra tu tutti tutto un una uno voi`,
  nl: `aan al alle als andere bij dan dat de der deze die dit door een en er geen had hadden heb hebben heeft het
    hij hoe hoeveel hun iets ik in is kan kon konden kunnen maar meer met mijn moet moeten na naar naast niet nog
    nu of om onder ons ook op over te tegen toch toen tot tussen u uit van veel voor waar waarom waren wanneer was
    wat we welk welke werd werden wie wiens wij worden wordt zal ze zich zij zijn zo zonder zou`,
  pt: `a ao aos as até com como da das de dela dele deles depois do dos e é ela elas ele eles em entre era eram
    essa essas esse esses esta está estão estas este estes eu foi foram há isso isto já lhe mais mas me meu minha
    muito na não nas nem no nos nós o onde os ou para pela pelas pelo pelos por porque porquê pode podem qual
    quais quando quanta quantas quanto quantos que quê quem se sem ser seu seus só sua suas são também te tem têm
    um uma umas uns você`,
  ru: `а без более бы был была были было быть в вам вас весь во вот все всё всех вы где да для до его ее её если
    есть еще ещё же за и из или им их к как какая какие каким какими каких какого какое какой каком какому какую
    когда кого ком кому кто куда ли между меня мне мы на над нас не него нее неё нет ни них но о об однако он она
    они оно от откуда по под после почему при про с сколько со так также там то того тоже только том тот у уже
    чего чей чем через что чтобы чьи эта эти это этого этой этом этот я`,
}

/** The same for Chinese, Japanese, and Thai, whose words `Intl.Segmenter` finds. */
const unspaced = `的 了 着 过 吗 呢 吧 是 谁 谁是 什么 为什么 怎么 怎样 如何 哪 哪个 哪些 哪里 哪儿 哪一 哪位 哪种 何 何时 何处 何种
  几 多少 多大 多久 在 于 和 与 及 或 对 从 到 由 被 把 将 向 给 以 因 因为 所以 而 但 但是 也 都 就 还 又 并 并且 这 那 这个 那个
  这些 那些 它 他 她 它们 他们 她们 我 我们 你 你们 其 之 所 有 没有 不 会 能 可以 能够 应该 必须 中 里 上 下 时 时候 后 前 个 一个
  一种 种 是否 可 请问 请 叫 称为 哪一个 哪年 哪一年 什么样 什么时候
  誰 什麼 為什麼 怎麼 哪裡 幾 與 對 從 將 這 這個 這些 他們 她們 我們 們 沒有 會 後 嗎 時 個 過
  は が を に の で と も か へ や から まで より です ます でし た だ である ある あり いる い れ られ し する さ せ て な なら これ それ
  あれ この その あの どの どれ どこ いつ だれ なぜ どう どうして どの 何 何年 何人 いくつ いくら どんな どのように
  คือ เป็น อยู่ ที่ ใน ของ และ หรือ กับ แก่ แต่ ก็ ได้ ให้ ว่า จะ ไม่ มี ไหน อะไร ใคร เมื่อ เมื่อไร เมื่อไหร่ ทำไม อย่างไร เท่าไร เท่าไหร่ กี่ ไหม หรือไม่ จาก โดย
  นี้ นั้น ซึ่ง การ ความ ถูก ครับ ค่ะ`

/** Words of some of these languages that are more likely to be English ones with meaning. */
const looksEnglish = new Set(
  'also an bin come die door dos fin hat in man me men more on over per pour sans sea so son ton vale war was'.split(
    ' ',
  ),
)

const word = /[\p{L}\p{M}]+/gu
const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const otherScript = /[^\p{Script=Latin}\P{L}]/u
const wordsOf = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))
const languages = Object.values(spaced).map(wordsOf)
export const germanFunctionWords = wordsOf(spaced.de)
const unspacedWords = wordsOf(unspaced)
let segmenter: Intl.Segmenter | undefined

/** What the words of a question say about its language. */
export interface QuestionLanguage {
  /** Whether it is English, or nothing suggests another language. */
  english: boolean
  functionWords: ReadonlySet<string>
}

export function languageOfQuestion(question: string): QuestionLanguage {
  if (unspacedScript.test(question)) return { english: false, functionWords: unspacedWords }
  const words = question.toLowerCase().match(word) ?? []
  const count = (isOne: (one: string) => boolean) => words.filter(isOne).length
  let best: ReadonlySet<string> = new Set()
  let most = 0
  for (const language of languages) {
    const own = count((one) => language.has(one) && isTelling(one))
    const english = count((one) => englishStopWords.has(one) && !language.has(one))
    if (own <= english || own <= most) continue
    most = own
    best = language
  }
  return { english: most === 0 && !otherScript.test(question), functionWords: best }
}

/** Returns the language that the function words of a text are in, such as `de`; null if it may as well be English. */
export function languageOfWords(text: string): string | null {
  const words = text.toLowerCase().match(word) ?? []
  const english = words.filter((one) => englishStopWords.has(one)).length
  const counted = Object.entries(spaced).map(([language, list]) => {
    const own = wordsOf(list)
    return { language, count: words.filter((one) => own.has(one) && isTelling(one)).length }
  })
  const best = counted.reduce((one, other) => (other.count > one.count ? other : one))
  return best.count > english ? best.language : null
}

/** Whether a function word says that a text isn't English. Single letters are more often symbols. */
export function isTelling(one: string): boolean {
  return one.length > 1 && !englishStopWords.has(one) && !looksEnglish.has(one)
}

/** Returns a part of a question without function words, or unchanged if it consists of them. */
export function contentOf(part: string, { functionWords }: QuestionLanguage): string {
  const content = functionWords === unspacedWords ? segmented(part) : spacedContent(part, functionWords)
  return /[\p{L}\p{N}]/u.test(content) ? content : part
}

function spacedContent(part: string, functionWords: ReadonlySet<string>): string {
  if (functionWords.size === 0) return part
  return part.replace(word, (one) => (functionWords.has(one.toLowerCase()) ? ' ' : one))
}

/** Returns a part of a question with a space between all words, also in languages that are written without. */
export function wordsApart(part: string, { functionWords }: QuestionLanguage): string {
  return functionWords === unspacedWords ? segmentsOf(part).join(' ') : part
}

/** A space takes the place of a function word, so that its neighbors don't form a pair. */
function segmented(part: string): string {
  return segmentsOf(part)
    .map((segment) => (unspacedWords.has(segment) ? ' ' : segment))
    .join('')
}

function segmentsOf(part: string): string[] {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  return Array.from(segmenter.segment(part), ({ segment }) => segment)
}
