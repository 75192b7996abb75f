# What people type most; `just` alone lists it. Every word after a command goes on to it.

set windows-shell := ["powershell.exe", "-NoLogo", "-Command"]

_list:
    @just --list

# start the table and open it in the browser
play *words:
    python3 play.py {{words}}

# check all but the nightly tests, or what pytest's words choose
test *words:
    python3 play.py test {{words}}

# style, format and types alone
check:
    python3 play.py check

# build the site of the documents in build/docs
docs:
    python3 play.py docs

# update the locks after a change to pyproject.toml; --upgrade takes newer versions
lock *words:
    tools/lock {{words}}
