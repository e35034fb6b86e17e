/** Safari marks the last key of a composition by this code alone. */
const COMPOSING_CODE = 229

type Key = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>

/**
 * Whether a key belongs to a word that an input method is still composing, such as the Enter that confirms Japanese.
 * Every handler of keys pressed in text fields asks this first. Takes an event of React or of the browser.
 */
export function isComposing(event: Key | { nativeEvent: Key }): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event
  return key.isComposing || key.keyCode === COMPOSING_CODE
}
