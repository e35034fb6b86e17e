/** A hash table of two numbers to one. A Map would need a key of both, which takes several times as long to build. */
export class PairTable {
  #size = 0
  /** Two numbers and their value each; the first number is one more, so that 0 is free. */
  #cells = new Int32Array(3 * 1024)

  get(one: number, other: number): number | undefined {
    const cell = this.#cellOf(one, other)
    return this.#cells[cell] === 0 ? undefined : this.#cells[cell + 2]
  }

  /** Sets a value, unless there is one. */
  add(one: number, other: number, value: number): void {
    const cell = this.#cellOf(one, other)
    if (this.#cells[cell] !== 0) return
    this.#cells[cell] = one + 1
    this.#cells[cell + 1] = other
    this.#cells[cell + 2] = value
    this.#size += 1
    if (this.#size * 6 > this.#cells.length) this.#grow()
  }

  /** Returns the cell of a pair, or the free one where it belongs. */
  #cellOf(one: number, other: number): number {
    const cells = this.#cells
    const mask = cells.length / 3 - 1
    let hash = Math.imul(one + 1, 0x9e3779b1) ^ Math.imul(other + 1, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    let slot = (hash ^ (hash >>> 13)) & mask
    while (cells[slot * 3] !== 0 && (cells[slot * 3] !== one + 1 || cells[slot * 3 + 1] !== other)) {
      slot = (slot + 1) & mask
    }
    return slot * 3
  }

  #grow(): void {
    const old = this.#cells
    this.#cells = new Int32Array(old.length * 2)
    for (let cell = 0; cell < old.length; cell += 3) {
      if (old[cell] !== 0)
        this.#cells.set(old.subarray(cell, cell + 3), this.#cellOf(old[cell]! - 1, old[cell + 1]!))
    }
  }
}
