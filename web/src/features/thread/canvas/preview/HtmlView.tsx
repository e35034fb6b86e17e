import { useEffect, useRef } from 'react'
import { canvasTexts } from '../lang/en.ts'

/** A web page in a frame that runs none of its scripts and can’t reach the network. */
export function HtmlView({ text, title }: { text: string; title: string }) {
  const t = canvasTexts.useText()
  const frame = useRef<HTMLIFrameElement>(null)
  const isReady = useRef(false)
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
    if (isReady.current) frame.current?.contentWindow?.postMessage(text, '*')
  }, [text])
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent) => {
      const inside = frame.current?.contentWindow
      if (!inside || source !== inside || data !== 'ready') return
      isReady.current = true
      // Its origin is opaque, so it has no name.
      inside.postMessage(latest.current, '*')
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [])
  return (
    <>
      <p className="small m2">{t('htmlHint')}</p>
      <iframe
        ref={frame}
        className="canvas-frame"
        title={t('htmlFrame', { title })}
        src="/frames/preview.html"
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
      />
    </>
  )
}
