"""Runs the cells of one conversation, one after another, in one Python process.

As a program of the sandbox, it gets commands as JSON lines on standard input, and sends messages as JSON lines on file
descriptor 3. As a module of a session at a provider, it gets a cell by a call, and writes its messages to a file. The
code of cells runs in this process and can forge messages, so the reader must not trust them.
"""

import ast
import base64
import io
import json
import linecache
import mimetypes
import os
import queue
import shutil
import signal
import sys
import threading
import time
import traceback

FOLDER = '/mnt/data'
GIVEN = '/mnt/given'
# Larger files are linked instead of copied, because this folder is in memory.
MOST_COPIED = 20 * 2**20
MOST_FILE = 50 * 2**20
MOST_FILES = 20
MOST_SENT = 60 * 2**20
MOST_TEXT = 400_000
MOST_RESULT = 20_000
MOST_ROWS = 50
MOST_POINTS = 200
CHUNK = 512 * 1024
MOST_PIECE = 50_000
# Seconds between messages of output.
PAUSE = 0.1

# Files with this beginning are ours, in a session at a provider.
OWN = '.parlance-' if __name__ == '__main__' else 'parlance-'

channel = None
lock = threading.Lock()


def emit(kind, **message):
    line = json.dumps({'kind': kind, **message})
    with lock:
        channel.write(line + '\n')
        channel.flush()


class Output(io.TextIOBase):
    """Sends what is printed: at once if it is a line after a pause, and otherwise together with what comes soon after.

    The reader takes a limited number of messages, so there can't be one for each line.
    """

    def __init__(self, stream):
        self.stream, self.waiting, self.length, self.sent, self.sent_at = stream, [], 0, 0, 0
        self.lock = threading.RLock()
        self.other = None

    def writable(self):
        return True

    def write(self, text):
        if self.other is not None and self.other.waiting:
            self.other.flush()
        with self.lock:
            self.waiting.append(text)
            self.length += len(text)
            if self.length > 8000 or ('\n' in text and time.monotonic() - self.sent_at > PAUSE):
                self.flush()
        return len(text)

    def flush(self):
        with self.lock:
            text, self.waiting, self.length = ''.join(self.waiting), [], 0
            if text == '' or self.sent > MOST_TEXT:
                return
            self.sent_at = time.monotonic()
            self.sent += len(text)
            if self.sent > MOST_TEXT:
                text = text[:MOST_TEXT] + '\n… (more output is left out)\n'
            for at in range(0, len(text), MOST_PIECE):
                emit('text', stream=self.stream, text=text[at:at + MOST_PIECE])


def flush_output():
    for output in (sys.stdout, sys.stderr):
        if isinstance(output, Output):
            output.flush()


def flush_often():
    while True:
        time.sleep(2 * PAUSE)
        try:
            flush_output()
        except Exception:
            # A cell can replace anything.
            pass


def renew_locks():
    """In a process that a cell forks, another thread's locks would never be released."""
    global lock
    lock = threading.Lock()
    for output in (sys.stdout, sys.stderr):
        if isinstance(output, Output):
            output.lock = threading.RLock()


def numbers(values):
    """The values of an axis, as JSON can hold them."""
    found = []
    for value in list(values)[:MOST_POINTS]:
        try:
            found.append(round(float(value), 6))
        except (TypeError, ValueError):
            found.append(str(value)[:100])
    return found


def named(axis, values):
    """The values, or the labels of their ticks, if these are names."""
    labels = {round(float(at), 6): label.get_text() for at, label in zip(axis.get_ticklocs(), axis.get_ticklabels())}
    are_names = any(text and not text.replace('.', '').replace('−', '').replace('-', '').isdigit() for text in labels.values())
    return [labels.get(value) or value for value in values] if are_names else values


def series_of(axes):
    """What is drawn in a chart, as a list of series of points."""
    found = []
    for line in axes.get_lines():
        label = line.get_label()
        found.append({
            'label': '' if label.startswith('_') else label,
            'x': named(axes.xaxis, numbers(line.get_xdata())),
            'y': numbers(line.get_ydata()),
        })
    for container in axes.containers:
        bars = [bar for bar in container if hasattr(bar, 'get_height')]
        if not bars:
            continue
        label = container.get_label()
        upright = all(abs(bar.get_y()) < 1e-9 for bar in bars) or getattr(container, 'orientation', '') == 'vertical'
        places = numbers([(bar.get_x() + bar.get_width() / 2) if upright else (bar.get_y() + bar.get_height() / 2) for bar in bars])
        found.append({
            'label': '' if label.startswith('_') else label,
            'x': named(axes.xaxis if upright else axes.yaxis, places),
            'y': numbers([bar.get_height() if upright else bar.get_width() for bar in bars]),
        })
    for collection in axes.collections:
        points = getattr(collection, 'get_offsets', lambda: [])()
        if len(points) > 0:
            label = collection.get_label()
            found.append({
                'label': '' if str(label).startswith('_') else str(label),
                'x': numbers([point[0] for point in points]),
                'y': numbers([point[1] for point in points]),
            })
    return found[:20]


def show_charts(*_, **__):
    """Sends the open charts as images, with the data in them."""
    if pyplot is None:
        return
    for number in pyplot.get_fignums():
        figure = pyplot.figure(number)
        image = io.BytesIO()
        figure.savefig(image, format='png', dpi=110, bbox_inches='tight')
        charts = [
            {
                'title': axes.get_title()[:300],
                'xLabel': axes.get_xlabel()[:200],
                'yLabel': axes.get_ylabel()[:200],
                'series': series_of(axes),
            }
            for axes in figure.axes[:6]
        ]
        emit('chart', data=base64.b64encode(image.getvalue()).decode(), charts=charts)
    pyplot.close('all')


def result_of(value):
    text = None
    table = None
    if pandas is not None and isinstance(value, (pandas.DataFrame, pandas.Series)):
        frame = value.to_frame() if isinstance(value, pandas.Series) else value
        part = frame.head(MOST_ROWS).iloc[:, :30]
        table = {
            'columns': [str(part.index.name or '')[:100]] + [str(name)[:100] for name in part.columns],
            'rows': [[str(index)[:200]] + [str(cell)[:200] for cell in row] for index, row in zip(part.index, part.values)],
            'total': int(len(frame)),
        }
        with pandas.option_context('display.width', 160, 'display.max_columns', 30, 'display.max_rows', 30):
            text = repr(value)
    emit('result', text=(text or repr(value))[:MOST_RESULT], **({'table': table} if table else {}))


def files():
    """The files in the folder, with what tells whether they have changed."""
    found = {}
    for name in os.listdir(FOLDER):
        path = os.path.join(FOLDER, name)
        if os.path.isfile(path) and not os.path.islink(path) and not name.startswith(OWN):
            state = os.stat(path)
            found[name] = (state.st_mtime_ns, state.st_size)
    return found


def take_given():
    """Makes the files of the person available under their names, without replacing what there is."""
    if not os.path.isdir(GIVEN):
        return
    for name in os.listdir(GIVEN):
        path, own = os.path.join(GIVEN, name), os.path.join(FOLDER, name)
        if os.path.lexists(own):
            continue
        try:
            if os.path.getsize(path) > MOST_COPIED:
                os.symlink(path, own)
            else:
                shutil.copyfile(path, own)
        except OSError:
            os.path.lexists(own) and os.remove(own)
            os.symlink(path, own)


def send_changed(before):
    changed = sorted(name for name, state in files().items() if before.get(name) != state)
    sent = 0
    for name in changed[:MOST_FILES]:
        path = os.path.join(FOLDER, name)
        size = os.path.getsize(path)
        sent += size
        if size > MOST_FILE or sent > MOST_SENT:
            emit('fileLeftOut', name=name, size=size)
            continue
        emit('file', name=name, size=size, mimeType=mimetypes.guess_type(name)[0] or '')
        with open(path, 'rb') as file:
            while part := file.read(CHUNK):
                emit('bytes', data=base64.b64encode(part).decode())
        emit('fileEnd')
    for name in changed[MOST_FILES:]:
        emit('fileLeftOut', name=name, size=os.path.getsize(os.path.join(FOLDER, name)))


class TimeIsUp(BaseException):
    pass


def on_alarm(*_):
    raise TimeIsUp()


def run_cell(number, code, seconds, scope):
    name = f'<cell {number}>'
    linecache.cache[name] = (len(code), None, code.splitlines(True), name)
    sys.stdout, sys.stderr = Output('out'), Output('err')
    sys.stdout.other, sys.stderr.other = sys.stderr, sys.stdout
    take_given()
    before = files()
    outcome, error = 'Completed', ''
    signal.signal(signal.SIGALRM, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        tree = ast.parse(code, name)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, name, 'exec'), scope)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), name, 'eval'), scope)
            if value is not None and not is_drawing(value):
                scope['_'] = value
                sys.stdout.flush()
                result_of(value)
        sys.stdout.flush()
        sys.stderr.flush()
        show_charts()
    except TimeIsUp:
        outcome = 'TimeLimit'
    except KeyboardInterrupt:
        outcome = 'Stopped'
    except SystemExit:
        outcome = 'Completed'
    except BaseException as failure:
        outcome, error = 'Failed', text_of(failure)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    sys.stdout.flush()
    sys.stderr.flush()
    if pyplot is not None:
        pyplot.close('all')
    send_changed(before)
    emit('done', outcome=outcome, error=error)


def is_drawing(value):
    """Whether a value is a part of a chart, which is shown as an image."""
    one = value[0] if isinstance(value, (list, tuple)) and value else value
    return type(one).__module__.startswith('matplotlib')


def text_of(failure):
    """The traceback without the frames of this program."""
    frames = [frame for frame in traceback.extract_tb(failure.__traceback__) if frame.filename != __file__]
    shown = traceback.format_list(frames[-8:]) + traceback.format_exception_only(type(failure), failure)
    return ''.join(shown)[-4000:]


def read_commands(source, waiting):
    for line in source:
        command = json.loads(line)
        if command['do'] == 'stop':
            # It may not have begun yet.
            stopped[0] = command['number']
            if command['number'] == running[0]:
                # Unlike an interrupt of Python's own, a signal also ends waiting.
                signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        else:
            waiting.put(command)
    # No one sends commands anymore.
    os._exit(0)


def load_libraries():
    global pandas, pyplot
    os.environ['MPLBACKEND'] = 'Agg'
    try:
        import numpy
        import pandas
    except ImportError:
        pandas = None
    try:
        import matplotlib
        matplotlib.use('Agg')
        import matplotlib.pyplot as pyplot
        pyplot.show = show_charts
    except ImportError:
        pyplot = None


def free_name(wanted):
    """Returns the name without what makes it a path, and with a number if another file has it."""
    plain = ''.join('_' if sign in '/\\' or ord(sign) < 32 else sign for sign in wanted)
    stem, end = os.path.splitext('_' + plain.lstrip('.') if plain.startswith('.') else plain)
    stem, end = stem.encode()[:160].decode(errors='ignore') or 'file', end.encode()[:20].decode(errors='ignore')
    name, number = stem + end, 1
    while os.path.lexists(os.path.join(FOLDER, name)):
        number += 1
        name = f'{stem} ({number}){end}'
    return name


def run_in_session(number, code, seconds, given):
    """Runs a cell, and writes its messages to a file. `given` has the names of uploaded files by their own names."""
    global channel
    os.chdir(FOLDER)
    for uploaded, name in given.items():
        os.rename(os.path.join(FOLDER, OWN + uploaded), os.path.join(FOLDER, free_name(name)))
        known.append(uploaded)
    if pyplot is None and pandas is None:
        load_libraries()
    for name in os.listdir(FOLDER):
        if name.startswith(OWN + 'messages-'):
            os.remove(os.path.join(FOLDER, name))
    streams = sys.stdout, sys.stderr
    path = os.path.join(FOLDER, f'{OWN}messages-{number}')
    with open(path, 'w', encoding='utf-8', errors='backslashreplace') as channel:
        try:
            run_cell(number, code, seconds, scope)
        finally:
            sys.stdout, sys.stderr = streams


# The files that a session at a provider has been given.
known = []
scope = {'__name__': '__main__', '__builtins__': __builtins__}
running = [0]
stopped = [0]
pyplot = pandas = None
if __name__ == '__main__':
    # What the server has inherited itself is none of a cell's business.
    for number in os.listdir('/proc/self/fd'):
        if int(number) > 3:
            try:
                os.close(int(number))
            except OSError:
                # This list was one of them.
                pass
    channel = os.fdopen(3, 'w', buffering=1, encoding='utf-8', errors='backslashreplace')
    os.chdir(FOLDER)
    # What cells start has no input, so that it can't take the commands.
    commands = os.fdopen(os.dup(0), encoding='utf-8')
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    sys.stdin = open(os.devnull)
    load_libraries()
    # Threads get it from the one that starts them. Without rights, it can't be raised again.
    os.nice(19)
    waiting = queue.Queue()
    threading.Thread(target=read_commands, args=(commands, waiting), daemon=True).start()
    threading.Thread(target=flush_often, daemon=True).start()
    os.register_at_fork(before=flush_output, after_in_child=renew_locks)
    # Where sessions share the processors, the priority of a process only counts within its own. With this one, all
    # sandboxes together get less than the server, and still enough to finish. Loading libraries comes before.
    for _ in range(20):
        try:
            with open('/proc/self/autogroup', 'w') as priority:
                priority.write('10')
            break
        except BlockingIOError:
            # The system takes one such change of anyone in a tenth of a second.
            time.sleep(0.1)
        except OSError:
            break
    emit('ready')
    while True:
        try:
            command = waiting.get()
        except KeyboardInterrupt:
            continue
        running[0] = command['number']
        try:
            if stopped[0] == command['number']:
                raise KeyboardInterrupt
            run_cell(command['number'], command['code'], command['seconds'], scope)
        except KeyboardInterrupt:
            emit('done', outcome='Stopped', error='')
        except BaseException as failure:
            emit('done', outcome='Failed', error=text_of(failure))
        running[0] = 0
