import { useEffect, useRef, useState } from 'react'
import { droppedFiles } from './droppedFiles.ts'

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/**
 * Accepts files and folders dropped on an element. Returns whether files are dragged over it or its
 * descendants. Drops elsewhere are ignored; otherwise, the browser would navigate to the file.
 */
export function useFileDrop(element: Element | null, take: (files: File[]) => void, enabled = true): boolean {
  const [over, setOver] = useState(false)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (!element || !enabled) return
    let depth = 0
    const leave = () => {
      depth = 0
      setOver(false)
    }
    const on = (name: 'dragenter' | 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) => {
      const listener = (event: Event) => carriesFiles(event as DragEvent) && act(event as DragEvent)
      element.addEventListener(name, listener)
      return () => element.removeEventListener(name, listener)
    }
    const ends = [
      on('dragenter', (event) => {
        event.preventDefault()
        depth++
        setOver(true)
      }),
      on('dragover', (event) => {
        event.preventDefault()
        event.dataTransfer!.dropEffect = 'copy'
      }),
      on('dragleave', () => {
        depth = Math.max(0, depth - 1)
        if (depth === 0) setOver(false)
      }),
      on('drop', (event) => {
        event.preventDefault()
        event.stopPropagation()
        leave()
        // Reading a folder takes a while, and the page can show something else by then.
        const { current } = latest
        void droppedFiles(event.dataTransfer!).then(current)
      }),
      keepPage(),
    ]
    return () => {
      for (const end of ends) end()
      setOver(false)
    }
  }, [element, enabled])
  return over
}

function keepPage(): () => void {
  const ignore = (event: DragEvent) => {
    if (event.defaultPrevented || !carriesFiles(event)) return
    event.preventDefault()
    event.dataTransfer!.dropEffect = 'none'
  }
  addEventListener('dragover', ignore)
  addEventListener('drop', ignore)
  return () => {
    removeEventListener('dragover', ignore)
    removeEventListener('drop', ignore)
  }
}
