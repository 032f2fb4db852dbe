#!/usr/bin/env node
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node'
import { startServer } from './server.js'

// Without an argument the library asks for one; every editor can talk over standard input and output.
if (!process.argv.some((argument) => argument.startsWith('--'))) process.argv.push('--stdio')

startServer(createConnection(ProposedFeatures.all))
