// Packs the extension into a .vsix file for VS Code: a zip file with a manifest and a list of content types.
import { readFileSync, writeFileSync } from 'node:fs'
import { crc32, deflateRawSync } from 'node:zlib'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const packed = [
  'package.json',
  'README.md',
  'LICENSE',
  'language-configuration.json',
  'dist/extension.cjs',
  'icons/schema.svg',
  'snippets/schema.json',
  'syntaxes/orm-schema.tmLanguage.json',
]

const text = (value) => value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const files = new Map([
  ['extension.vsixmanifest', Buffer.from(vsixManifest())],
  ['[Content_Types].xml', Buffer.from(contentTypes())],
  ...packed.map((name) => [`extension/${name}`, readFileSync(name)]),
])
const path = `${manifest.name}-${manifest.version}.vsix`
writeFileSync(path, zip(files))
console.log(`created ${path}`)

function vsixManifest() {
  const { name, version, publisher, displayName, description, categories, keywords, engines } = manifest
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${text(displayName)}</DisplayName>
    <Description xml:space="preserve">${text(description)}</Description>
    <Tags>${keywords.join(',')}</Tags>
    <Categories>${categories.join(',')}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE" Addressable="true"/>
  </Assets>
</PackageManifest>
`
}

function contentTypes() {
  const types = {
    json: 'application/json',
    cjs: 'application/javascript',
    md: 'text/markdown',
    svg: 'image/svg+xml',
    vsixmanifest: 'text/xml',
  }
  const lines = Object.entries(types).map(([ending, type]) => `<Default Extension=".${ending}" ContentType="${type}"/>`)
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${lines.join('')}</Types>
`
}

/** Returns a zip file without dates, so that the same files result in the same bytes. */
function zip(entries) {
  const parts = []
  const directory = []
  let offset = 0
  for (const [name, contents] of entries) {
    const title = Buffer.from(name)
    const data = deflateRawSync(contents, { level: 9 })
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0) // version that is needed
    common.writeUInt16LE(0x800, 2) // names are UTF-8
    common.writeUInt16LE(8, 4) // deflate
    common.writeUInt16LE(0x21, 8) // 1 January 1980
    common.writeUInt32LE(crc32(contents), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(contents.length, 18)
    common.writeUInt16LE(title.length, 22)
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, title, data)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, title]))
    offset += 4 + common.length + title.length + data.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.size, 4)
  end.writeUInt16LE(entries.size, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06', 'latin1'), end])
}
