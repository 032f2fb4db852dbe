/** The text of an XML file: by byte order mark, else by the encoding of its XML declaration, else UTF-8. */
export function decodeXml(contents: string | Uint8Array): string {
  if (typeof contents === 'string') return contents.replace(/^\uFEFF/, '')
  return new TextDecoder(encodingOf(contents)).decode(contents)
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be'
  const start = String.fromCharCode(...bytes.subarray(0, 200))
  const declared = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(start)?.[1]
  return declared && isKnown(declared) ? declared : 'utf-8'
}

function isKnown(label: string): boolean {
  try {
    new TextDecoder(label)
    return true
  } catch {
    return false
  }
}
