/**
 * Draws diagrams in a sandboxed frame without network, as images that the page shows. It has an origin of its own, so
 * nothing of the page or the user is within reach of what it draws.
 */
import { contrast, hex } from '@parlance/contract/theme/color'
import mermaid from 'mermaid'
import type { DiagramLook, DrawnSvg, DrawRequest, FrameAnswer } from '../ui/markdown/diagrams/messages.ts'
import { maxSourceBytes } from '../ui/markdown/diagrams/messages.ts'

/** A diagram can’t change these: they are for safety, or belong to the page. */
const fixed = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'dompurifyConfig',
  'htmlLabels',
  'legacyMathML',
  'forceLegacyMathML',
  'logLevel',
  'arrowMarkerAbsolute',
  'layout',
  'theme',
  'themeCSS',
  'themeVariables',
  'darkMode',
  'fontFamily',
  'altFontFamily',
]

const answer = (message: FrameAnswer) => parent.postMessage(message, '*')

function configure({ dark, colors, font }: DiagramLook): void {
  const fills = Object.fromEntries(
    colors.fills.flatMap((fill, index) => [
      [`pie${index + 1}`, fill],
      [`cScale${index}`, fill],
      [`cScaleLabel${index}`, colors.onFills],
      [`git${index}`, fill],
      [`gitBranchLabel${index}`, colors.onFills],
    ]),
  )
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    secure: fixed,
    suppressErrorRendering: true,
    maxTextSize: maxSourceBytes,
    maxEdges: 500,
    htmlLabels: false,
    logLevel: 'fatal',
    layout: 'dagre',
    look: 'classic',
    theme: 'base',
    darkMode: dark,
    fontFamily: font,
    themeVariables: {
      darkMode: dark,
      fontFamily: font,
      fontSize: '14px',
      background: colors.background,
      primaryColor: colors.accent,
      primaryTextColor: colors.accentText,
      primaryBorderColor: colors.strongLine,
      secondaryColor: colors.sunken,
      secondaryTextColor: colors.text,
      secondaryBorderColor: colors.strongLine,
      tertiaryColor: colors.sunken,
      tertiaryTextColor: colors.text,
      tertiaryBorderColor: colors.line,
      lineColor: colors.secondaryText,
      textColor: colors.text,
      titleColor: colors.text,
      nodeTextColor: colors.accentText,
      edgeLabelBackground: colors.background,
      clusterBkg: colors.sunken,
      clusterBorder: colors.strongLine,
      noteBkgColor: colors.sunken,
      noteTextColor: colors.text,
      noteBorderColor: colors.strongLine,
      pieTitleTextColor: colors.text,
      pieLegendTextColor: colors.text,
      pieSectionTextColor: colors.onFills,
      pieStrokeColor: colors.background,
      pieOuterStrokeColor: colors.line,
      pieOpacity: '1',
      critBkgColor: colors.fills.at(-1),
      critBorderColor: colors.strongLine,
      // A line can cross the bars, so the second color is unlike the first.
      xyChart: { plotColorPalette: [0, 3, 1, 2, 4, 5].map((at) => colors.fills[at]).join(',') },
      ...fills,
    },
  })
}

async function draw({ id, text, look }: DrawRequest): Promise<DrawnSvg> {
  configure(look)
  const { svg } = await mermaid.render(`diagram-${id}`, text)
  // As HTML, because labels can contain elements that XML doesn’t allow to be open.
  const drawn = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg')
  if (!drawn) throw new Error('Nothing was drawn')
  document.body.append(drawn)
  keepReadable(drawn)
  drawn.remove()
  const [, , width = 0, height = 0] = (drawn.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number)
  // An image has no page around it that would give it a size.
  drawn.setAttribute('width', String(width))
  drawn.setAttribute('height', String(height))
  return { svg: new XMLSerializer().serializeToString(drawn), width, height }
}

const LEAST_CONTRAST = 3

/** Text on fills that the diagram itself chose, which can be light on a dark page and the other way round. */
function keepReadable(drawn: SVGSVGElement): void {
  for (const part of drawn.querySelectorAll('.node, .cluster')) {
    const shape = part.querySelector('rect, circle, ellipse, polygon, path')
    const fill = shape && solid(getComputedStyle(shape).fill)
    if (!fill) continue
    for (const text of part.querySelectorAll('text')) {
      const color = solid(getComputedStyle(text).fill)
      if (!color || contrast(color, fill) >= LEAST_CONTRAST) continue
      const clearer = contrast('#000000', fill) > contrast('#ffffff', fill) ? '#000000' : '#ffffff'
      text.style.setProperty('fill', clearer, 'important')
    }
  }
}

/** Returns a computed color as `#rrggbb`; null if it is transparent or another kind of fill. */
function solid(color: string): string | null {
  const found = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)
  if (!found) return null
  const [red = 0, green = 0, blue = 0] = found.slice(1).map((part) => Number(part) / 255)
  return hex({ red, green, blue, alpha: 1 })
}

/** The first line of a message, which says what is wrong and where, as a sentence. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String((error as { str?: unknown })?.str ?? error)
  return `${message.split('\n', 1)[0]!.trim().replace(/[:.]$/, '')}.`
}

let last: Promise<unknown> = Promise.resolve()
addEventListener('message', ({ source, data }: MessageEvent<DrawRequest>) => {
  if (source !== parent) return
  // One after another, because Mermaid has one configuration for all.
  last = last.then(() =>
    draw(data).then(
      (drawn) => answer({ kind: 'drawn', id: data.id, ...drawn }),
      (error) => answer({ kind: 'failed', id: data.id, reason: reasonOf(error) }),
    ),
  )
})
answer({ kind: 'ready', isolated: crossOriginIsolated })
