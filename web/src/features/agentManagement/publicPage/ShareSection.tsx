import { Check, Copy, Download, ExternalLink } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import { saveFile } from '../../../ui/files/saveFile.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import { useBrands } from '../../brandName/BrandName.tsx'
import type { ManagedAgent } from '../data/api.ts'
import type { PublicPageSettings } from './data/publicPageApi.ts'
import { publicPageTexts } from './lang/en.ts'
import { embedSnippet, qrCode, qrFile, widgetSnippet } from './sharing.ts'
import { useTestSession } from './useTestSession.ts'

interface Props {
  agent: ManagedAgent
  page: PublicPageSettings
  url: string
}

/** The link to a public page in its forms, and a way to try the page. */
export function ShareSection({ agent, page, url }: Props) {
  const t = publicPageTexts.useText()
  return (
    <>
      <ShareLink url={url} />
      {!page.enabled && <p className="hint">{t('shareOff')}</p>}
      <TryIt page={page} />
      <QrCode url={url} slug={page.gptPublicEndpoint} />
      {page.allowedOrigins.length > 0 ? (
        <EmbedCode agent={agent} page={page} url={url} />
      ) : (
        <p className="hint">{t('embedNone')}</p>
      )}
    </>
  )
}

function ShareLink({ url }: { url: string }) {
  const t = publicPageTexts.useText()
  const id = useId()
  const [copied, copy] = useCopy()
  return (
    <FieldFrame id={id} field="link" label={t('link')}>
      <div className="row public-link">
        <input
          id={id}
          className="in mono grow"
          dir="ltr"
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="btn out" onClick={() => copy(url)}>
          {copied ? <Check size={16} /> : <Copy size={16} />}
          {t(copied ? 'copied' : 'copyLink')}
        </button>
      </div>
    </FieldFrame>
  )
}

function TryIt({ page }: Pick<Props, 'page'>) {
  const t = publicPageTexts.useText()
  const { start, isStarting } = useTestSession(page.gptPublicEndpoint)
  const id = useId()
  return (
    <div className="public-try">
      <button
        type="button"
        className="btn soft"
        disabled={!page.enabled}
        aria-disabled={isStarting || undefined}
        aria-describedby={id}
        onClick={() => !isStarting && void start()}
      >
        <ExternalLink size={16} />
        {t('tryIt')}
      </button>
      <p className="hint" id={id}>
        {t(page.enabled ? 'tryHint' : 'tryOff')}
      </p>
    </div>
  )
}

function QrCode({ url, slug }: { url: string; slug: string }) {
  const t = publicPageTexts.useText()
  const id = useId()
  const code = useMemo(() => qrCode(url), [url])
  return (
    <div className="field">
      <span className="switch-label" id={id}>
        {t('qr')}
      </span>
      <svg
        className="public-qr"
        role="img"
        aria-label={t('qrOf', { url })}
        viewBox={`0 0 ${code.size} ${code.size}`}
        shapeRendering="crispEdges"
      >
        <path d={code.path} />
      </svg>
      <button
        type="button"
        className="btn out sm public-start"
        onClick={() => saveFile(qrFile(code), `${slug}.svg`)}
      >
        <Download size={14} />
        {t('qrDownload')}
      </button>
    </div>
  )
}

const forms = ['script', 'frame'] as const

/** The code for websites: a script that adds a button, or only a frame. */
export function EmbedCode({ agent, page, url }: Props) {
  const t = publicPageTexts.useText()
  const [form, setForm] = useState<(typeof forms)[number]>('script')
  const color = useColor(page.brandKey ?? agent.brandKey)
  const { gptPublicEndpoint: slug, language } = page
  const snippet =
    form === 'script'
      ? widgetSnippet({ url, slug, label: agent.name, color, language })
      : embedSnippet({ url, title: agent.name })
  return (
    <>
      <SelectField
        field="embedAs"
        label={t('embedAs')}
        value={form}
        options={forms.map((key) => ({ key, label: t(`embedAs.${key}`) }))}
        change={(key) => setForm(key as typeof form)}
      />
      <Code snippet={snippet} />
    </>
  )
}

/** The primary color of a brand, or of the default one, for users who can list brands. */
function useColor(brandKey: string | null): string | undefined {
  const { brands } = useBrands()
  return brands.find((one) => (brandKey ? one.brandKey === brandKey : one.isDefault))?.colors.primary
}

function Code({ snippet }: { snippet: string }) {
  const t = publicPageTexts.useText()
  const id = useId()
  const [copied, copy] = useCopy()
  return (
    <FieldFrame id={id} field="embed" label={t('embed')} hint={t('embedHint')}>
      <textarea
        id={id}
        className="in mono public-code"
        dir="ltr"
        rows={5}
        readOnly
        spellCheck={false}
        value={snippet}
        aria-describedby={`${id}-hint`}
        onFocus={(event) => event.target.select()}
      />
      <button type="button" className="btn out sm public-start" onClick={() => copy(snippet)}>
        {copied ? <Check size={14} /> : <Copy size={14} />}
        {t(copied ? 'copied' : 'copyCode')}
      </button>
    </FieldFrame>
  )
}
