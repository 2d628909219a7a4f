"""Runs a page in headless Chromium as a program: prints what it logs, and ends when it logs `end`.

usage: python run_page.py URL    in the virtual environment of the cases; a page that breaks ends it with 1
"""

import sys

import support
from playwright.sync_api import Error, sync_playwright


def main(url):
    with sync_playwright() as playwright:
        page = support.launch(playwright).new_page()
        page.on("console", say)
        page.on("pageerror", lambda error: (print(error, file=sys.stderr), page.close()))
        try:
            with page.expect_console_message(lambda message: message.text == "end", timeout=0):
                page.goto(url)
        except Error as error:
            print(error, file=sys.stderr)
            return 1
    return 0


def say(message):
    if message.text != "end":
        print(message.text, file=sys.stdout if message.type == "log" else sys.stderr, flush=True)


sys.exit(main(*sys.argv[1:]))
