import { AppError } from '../platform/errors.ts'
import type { ToolCall, ToolInputPiece } from './engine.ts'

interface Slot {
  index: number
  id: string
  name: string
  parts: string[]
}

const MOST_CALLS = 128
const LONGEST_INPUT = 4_000_000

/**
 * Joins the pieces of tool calls by index, in any order. Some servers send no index, or the same one for each
 * call; then a new ID starts a new call.
 */
export class ToolCallJoiner {
  readonly #slots: Slot[] = []
  #last: Slot | null = null
  #length = 0

  get count(): number {
    return this.#slots.length
  }

  /** Returns what is new of the call. */
  add(piece: { index?: unknown; id?: unknown; name?: unknown; input?: unknown }): ToolInputPiece {
    const id = typeof piece.id === 'string' ? piece.id : ''
    const slot = this.#slotFor(typeof piece.index === 'number' ? piece.index : null, id)
    if (slot.id === '') slot.id = id
    if (slot.name === '' && typeof piece.name === 'string') slot.name = piece.name
    const input = textOf(piece.input)
    this.#length += input.length
    if (this.#length > LONGEST_INPUT) throw new AppError('engine.malformed')
    if (input !== '') slot.parts.push(input)
    this.#last = slot
    return { call: slot, name: slot.name, input }
  }

  #slotFor(index: number | null, id: string): Slot {
    const same = (slot: Slot) => id === '' || slot.id === '' || slot.id === id
    const found =
      index === null
        ? id === ''
          ? this.#last
          : this.#slots.find((slot) => slot.id === id)
        : this.#slots.findLast((slot) => slot.index === index && same(slot))
    return found ?? this.#begin(index)
  }

  #begin(index: number | null): Slot {
    if (this.#slots.length >= MOST_CALLS) throw new AppError('engine.malformed')
    const slot = { index: index ?? (this.#slots.at(-1)?.index ?? -1) + 1, id: '', name: '', parts: [] }
    this.#slots.push(slot)
    return slot
  }

  /** Returns the calls in the model's order, without calls that have no name and so can't be run. */
  calls(): ToolCall[] {
    return this.#slots
      .toSorted((one, other) => one.index - other.index)
      .filter((slot) => slot.name !== '')
      .map((slot, at) => ({
        id: slot.id || `call_${at + 1}`,
        name: slot.name,
        input: slot.parts.join('') || '{}',
      }))
  }
}

/** Arguments are JSON text; some servers send the object itself. */
function textOf(input: unknown): string {
  if (typeof input === 'string') return input
  return typeof input === 'object' && input !== null ? JSON.stringify(input) : ''
}
