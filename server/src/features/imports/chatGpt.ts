import {
  type Exported,
  type Fields,
  fieldsOf,
  idOf,
  listOf,
  type Message,
  MOST_NODES,
  nameOf,
  type Refusal,
  textOf,
  timeOf,
} from './exported.ts'

/** Reads a conversation from ChatGPT's `conversations.json`. */
export function readChatGpt(raw: Fields): Exported | Refusal {
  const mapping = fieldsOf(raw.mapping)
  if (!mapping) return 'Unreadable'
  const nodes = Object.entries(mapping)
  if (nodes.length > MOST_NODES) return 'TooLong'
  const parents = parentsOf(nodes)
  const messages = new Map<string, Message>()
  for (const [id, node] of nodes) {
    const message = fieldsOf(fieldsOf(node)?.message)
    const shown = message && shownOf(id, message)
    if (shown) messages.set(id, shown)
  }
  return {
    source: 'ChatGPT',
    id: idOf(raw.conversation_id) ?? idOf(raw.id),
    title: textOf(raw.title),
    createdAt: timeOf(raw.create_time),
    updatedAt: timeOf(raw.update_time),
    currentId: idOf(raw.current_node),
    parents,
    messages,
  }
}

/** Returns the parent that a node names. If it names none, uses the node that lists it as a child. */
function parentsOf(nodes: [string, unknown][]): Map<string, string | null> {
  const named = new Map<string, string>()
  for (const [id, node] of nodes)
    for (const child of listOf(fieldsOf(node)?.children)) if (typeof child === 'string') named.set(child, id)
  return new Map(nodes.map(([id, node]) => [id, idOf(fieldsOf(node)?.parent) ?? named.get(id) ?? null]))
}

/** Returns the visible content of a node: no instructions, and no exchange between a model and its tools. */
function shownOf(id: string, message: Fields): Message | null {
  const role = textOf(fieldsOf(message.author)?.role)
  const metadata = fieldsOf(message.metadata) ?? {}
  if (metadata.is_visually_hidden_from_conversation === true || metadata.is_user_system_message === true)
    return null
  if (role !== 'user' && role !== 'assistant' && role !== 'tool') return null
  const content = fieldsOf(message.content) ?? {}
  const kind = textOf(content.content_type)
  const said = role === 'tool' ? madeBy(content, kind) : writtenIn(message, content, kind)
  const files = role === 'user' ? filesOf(metadata, said.pictures) : []
  const text = [withoutMarks(said.text, metadata), ...files].filter((part) => part !== '').join('\n\n')
  const thinking = kind === 'thoughts' ? thoughtsOf(content) : ''
  if (text.trim() === '' && thinking === '') return null
  return {
    id,
    role: role === 'user' ? 'User' : 'Assistant',
    text,
    thinking,
    at: timeOf(message.create_time),
    model: nameOf(metadata.model_slug) || null,
    leftOut: said.pictures + said.others + files.length,
  }
}

interface Said {
  text: string
  pictures: number
  others: number
}

const nothing: Said = { text: '', pictures: 0, others: 0 }
const plain = (text: string): Said => ({ ...nothing, text })

/** Of tool results, only the images are visible. */
function madeBy(content: Fields, kind: string): Said {
  if (kind !== 'multimodal_text') return nothing
  const { pictures } = partsOf(content)
  return { text: Array<string>(pictures).fill('[image]').join('\n\n'), pictures, others: 0 }
}

const readKinds = new Set(['text', 'multimodal_text', ''])

function writtenIn(message: Fields, content: Fields, kind: string): Said {
  const recipient = textOf(message.recipient)
  if (recipient.startsWith('canmore.create_textdoc')) return plain(canvasOf(content))
  // A message addressed to a tool is a tool call.
  if (recipient !== '' && recipient !== 'all') return nothing
  if (kind === 'code') {
    const language = /^[a-z0-9+#-]{1,20}$/i.exec(textOf(content.language))?.[0] ?? ''
    const code = textOf(content.text)
    return code === '' ? nothing : plain(`\`\`\`${language === 'unknown' ? '' : language}\n${code}\n\`\`\``)
  }
  return readKinds.has(kind) ? partsOf(content) : nothing
}

/** Returns a canvas document, which the export contains as a tool call. */
function canvasOf(content: Fields): string {
  const given = textOf(content.text) || textOf(listOf(content.parts)[0])
  try {
    const document = fieldsOf(JSON.parse(given))
    const [name, text] = [nameOf(document?.name), textOf(document?.content)]
    return name === '' ? text : `**${name}**\n\n${text}`
  } catch {
    // An unknown format: it is a tool call, not part of the conversation.
    return ''
  }
}

/** Returns the text, with placeholders for other content. */
function partsOf(content: Fields): Said {
  const said = { texts: [] as string[], pictures: 0, others: 0 }
  for (const part of listOf(content.parts)) {
    const fields = fieldsOf(part)
    if (!fields) {
      said.texts.push(textOf(part))
      continue
    }
    const kind = textOf(fields.content_type)
    if (kind === 'audio_transcription' || kind === 'text') said.texts.push(textOf(fields.text))
    else if (kind.includes('image')) {
      said.pictures += 1
      said.texts.push('[image]')
    } else if (kind.includes('audio') || kind.includes('video')) {
      // Spoken audio also comes with a transcription.
      if (kind.startsWith('real_time') || kind.startsWith('audio')) continue
      said.others += 1
      said.texts.push('[video]')
    }
  }
  const text = said.texts.filter((one) => one !== '').join('\n\n')
  return { text, pictures: said.pictures, others: said.others }
}

/** Returns the files of a question. Its images are already in its text. */
function filesOf(metadata: Fields, pictures: number): string[] {
  let left = pictures
  return listOf(metadata.attachments).flatMap((attachment) => {
    const fields = fieldsOf(attachment)
    const type = textOf(fields?.mimeType) || textOf(fields?.mime_type)
    if (type.startsWith('image/') && left > 0) {
      left -= 1
      return []
    }
    return [`[file: ${nameOf(fields?.name) || '–'}]`]
  })
}

function thoughtsOf(content: Fields): string {
  return listOf(content.thoughts)
    .map((thought) => {
      const fields = fieldsOf(thought)
      const [summary, text] = [textOf(fields?.summary), textOf(fields?.content)]
      return [summary === '' ? '' : `**${summary}**`, text].filter((part) => part !== '').join('\n\n')
    })
    .filter((thought) => thought !== '')
    .join('\n\n')
}

/** These characters enclose what only ChatGPT can show, such as a source. */
const marked = /\ue200[^\ue200\ue201]{0,2000}\ue201/g
/** Source markers of older ChatGPT versions. */
const olderMarks = /【[^【】\n]{0,60}†[^【】\n]{0,200}】/g

/** Replaces a text's markers by the links they stand for, or removes them. */
function withoutMarks(text: string, metadata: Fields): string {
  if (!text.includes('\ue200') && !text.includes('【')) return text
  const shown = new Map<string, string>()
  for (const reference of listOf(metadata.content_references)) {
    const fields = fieldsOf(reference)
    const [matched, alt] = [textOf(fields?.matched_text), textOf(fields?.alt)]
    if (matched !== '' && alt !== '') shown.set(matched, alt)
  }
  return text
    .replaceAll(marked, (mark) => shown.get(mark) ?? '')
    .replaceAll(olderMarks, (mark) => shown.get(mark) ?? '')
}
